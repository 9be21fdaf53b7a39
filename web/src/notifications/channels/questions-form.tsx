import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Field } from '../../ui/form/field.tsx';
import { formText, onSubmit } from '../../ui/form/on-submit.ts';
import { useAction } from '../../ui/form/use-action.ts';
import { type SettingsProps, saveSettings } from '../settings.ts';
import { say } from '../words.ts';

/** For whoever has a short code: the SMS service posts what phones ask, signed with a webhook's secret. */
export function QuestionsForm({ settings, onChange }: SettingsProps) {
  const { path, is_secret_set } = settings.sms.webhook;
  const url = location.origin + path;
  const saving = useAction(async (sms_webhook_secret: string | null) => {
    onChange(await saveSettings({ sms_webhook_secret }));
  });
  return (
    <details class="stack">
      <summary>{say.questions()}</summary>
      <p>{say.questionsHint()}</p>
      <p class="notifications-title">
        <code>{url}</code> <CopyButton text={url} />
      </p>
      {is_secret_set ? (
        <>
          <p class="faint">{say.questionsSet()}</p>
          <FailureNotice failure={saving.failure} />
          <p>
            <Button look="quiet" isBusy={saving.isBusy} onClick={() => void saving.run(null)}>
              {say.questionsForget()}
            </Button>
          </p>
        </>
      ) : (
        <form
          class="stack"
          onSubmit={onSubmit((form) => saving.run(formText(form, 'sms_webhook_secret').trim()))}
        >
          <Field
            label={say.questionsSecret()}
            name="sms_webhook_secret"
            type="password"
            autoComplete="off"
            required
            placeholder="whsec_"
            hint={<a href="/sms/webhooks">{say.questionsWebhooks()}</a>}
            failure={saving.failure}
          />
          <FailureNotice failure={saving.failure} />
          <p>
            <Button type="submit" isBusy={saving.isBusy}>
              {say.questionsSave()}
            </Button>
          </p>
        </form>
      )}
    </details>
  );
}
