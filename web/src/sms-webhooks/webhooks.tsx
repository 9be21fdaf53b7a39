import { call } from '../api/call.ts';
import type { Webhook, WebhookWithSecret } from '../api/operations.ts';
import { SmsPage } from '../sms-account/sms-page.tsx';
import { Loaded } from '../ui/load/loaded.tsx';
import { useLoad } from '../ui/load/use-load.ts';
import { NewWebhook } from './new-webhook.tsx';
import { WebhookCard } from './webhook-card.tsx';
import { say } from './words.ts';

/** The servers that are told what happens to messages. */
export function Webhooks() {
  const webhooks = useLoad((signal) => call('GET /v1/account/webhooks', { signal }), []);
  const add = ({ secret: _, ...webhook }: WebhookWithSecret) =>
    webhooks.set((before) => [...(before ?? []), webhook]);
  const remove = async ({ id }: Webhook) => {
    await call('DELETE /v1/account/webhooks/{id}', { path: { id } });
    webhooks.set((before) => before?.filter((each) => each.id !== id));
  };
  return (
    <SmsPage title={say.title()}>
      <p>{say.about()}</p>
      <NewWebhook onMade={add} />
      <section class="stack" aria-labelledby="sms-webhooks">
        <h2 id="sms-webhooks">{say.list()}</h2>
        <Loaded of={webhooks}>
          {(found) =>
            found.length === 0 ? (
              <p class="faint">{say.none()}</p>
            ) : (
              <ul class="stack">
                {found.map((webhook) => (
                  <WebhookCard
                    key={webhook.id}
                    webhook={webhook}
                    onDelete={() => remove(webhook)}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
      </section>
    </SmsPage>
  );
}
