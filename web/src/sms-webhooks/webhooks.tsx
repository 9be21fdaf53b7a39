import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { Webhook, WebhookWithSecret } from '../api/operations.ts';
import { SmsPage } from '../sms-account/sms-page.tsx';
import { ApiDocsLink } from '../ui/api-docs-link.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../ui/form/use-action.ts';
import { Loaded, useLoad } from '../ui/load.tsx';
import { FailureNotice } from '../ui/notice.tsx';
import { seenInList } from '../ui/seen-in-list.ts';
import { ShownOnce } from '../ui/shown-once.tsx';
import { WebhookCard } from './webhook-card.tsx';
import { say } from './words.ts';

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
      <ApiDocsLink />
      <NewWebhook onMade={add} reload={webhooks.reload} />
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

type NewProps = { onMade: (webhook: WebhookWithSecret) => void; reload: () => unknown };

function NewWebhook({ onMade, reload }: NewProps) {
  const [made, setMade] = useState<WebhookWithSecret>();
  const making = useAction(async (form: FormData) => {
    const body = { url: formText(form, 'url').trim() };
    const webhook = await seenInList(call('POST /v1/account/webhooks', { body }), reload);
    setMade(webhook);
    onMade(webhook);
  });
  if (made) {
    const { url, secret } = made;
    return (
      <ShownOnce title={say.secret({ url })} secret={secret} onDone={() => setMade(undefined)}>
        <p>{say.secretHint()}</p>
      </ShownOnce>
    );
  }
  return (
    <form class="card stack" onSubmit={onSubmit(making.run)}>
      <div class="sms-form">
        <Field
          label={say.url()}
          name="url"
          type="text"
          inputMode="url"
          autoCapitalize="none"
          spellcheck={false}
          required
          maxLength={2000}
          placeholder="https://example.com/sms-events"
          hint={say.urlHint()}
        />
        <Button look="main" type="submit" isBusy={making.isBusy}>
          {say.make()}
        </Button>
      </div>
      <FailureNotice failure={making.failure} />
    </form>
  );
}
