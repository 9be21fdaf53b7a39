import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Field } from '../../ui/form/field.tsx';
import { formText, onSubmit } from '../../ui/form/on-submit.ts';
import { useAction } from '../../ui/form/use-action.ts';
import { Notice } from '../../ui/notice.tsx';
import { type SettingsProps, saveSettings } from '../settings.ts';
import { say } from '../words.ts';
import { TestButton } from './test-button.tsx';

/** For programs: messages are posted to an address, signed. */
export function WebhookPart({ settings, onChange }: SettingsProps) {
  const { webhook } = settings;
  const saving = useAction(async (url: string) => {
    onChange(await saveSettings({ webhook_url: url.trim() || null }));
  });
  return (
    <section class="card stack">
      <h2>{say.webhook()}</h2>
      <form class="stack" onSubmit={onSubmit((form) => saving.run(formText(form, 'webhook_url')))}>
        <Field
          label={say.webhookUrl()}
          name="webhook_url"
          type="url"
          inputMode="url"
          placeholder="https://"
          isOptional
          hint={say.webhookHint()}
          defaultValue={webhook?.url ?? ''}
          failure={saving.failure}
        />
        <FailureNotice failure={saving.failure} />
        {webhook?.secret !== undefined && (
          <Notice kind="success">
            <p>{say.secretHint()}</p>
            <code class="notifications-title">{webhook.secret}</code>
            <CopyButton text={webhook.secret} />
          </Notice>
        )}
        <p>
          <Button type="submit" isBusy={saving.isBusy}>
            {say.save()}
          </Button>
        </p>
      </form>
      {webhook && <TestButton channel="webhook" />}
    </section>
  );
}
