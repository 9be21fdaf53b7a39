import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { WebhookWithSecret } from '../api/operations.ts';
import { ShownOnce } from '../sms-account/shown-once/shown-once.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Field } from '../ui/form/field.tsx';
import { formText, onSubmit } from '../ui/form/on-submit.ts';
import { useAction } from '../ui/form/use-action.ts';
import { say } from './words.ts';

/** Adds a webhook, and shows its secret the one time that it can be seen. */
export function NewWebhook({ onMade }: { onMade: (webhook: WebhookWithSecret) => void }) {
  const [made, setMade] = useState<WebhookWithSecret>();
  const making = useAction(async (form: FormData) => {
    const body = { url: formText(form, 'url').trim() };
    const webhook = await call('POST /v1/account/webhooks', { body });
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
          failure={making.failure}
        />
        <Button look="main" type="submit" isBusy={making.isBusy}>
          {say.make()}
        </Button>
      </div>
      <FailureNotice failure={making.failure} />
    </form>
  );
}
