import { hasSms } from '../../session/profile.ts';
import { Button, CopyButton } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../../ui/form/use-action.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { readablePhone } from '../../words/readable-phone.ts';
import { type SettingsProps, saveSettings } from '../settings.ts';
import { say } from '../words.ts';
import { PhoneForm } from './phone-form.tsx';
import { SmsStanding } from './sms-standing.tsx';
import { TestButton } from './test-button.tsx';

/** SMS notifications: a number and its code are all it takes, by the person's own SMS account. */
export function SmsSection({ settings, onChange }: SettingsProps) {
  const { phone, word, is_key_set, is_key_own } = settings.sms;
  const isOther = is_key_set && !is_key_own;
  return (
    <section class="card stack">
      <h2>{say.sms()}</h2>
      <p>{phone === null ? say.smsHint() : say.smsTo({ phone: readablePhone(phone) })}</p>
      <SmsStanding settings={settings} />
      {isOther && <KeyForm settings={settings} onChange={onChange} />}
      <PhoneForm key={phone} settings={settings} onChange={onChange} />
      {is_key_set && phone !== null && <p class="faint">{say.askingElsewhere({ word })}</p>}
      {is_key_set && phone !== null && <TestButton channel="sms" />}
      {is_key_set && <QuestionsForm settings={settings} onChange={onChange} />}
      {!isOther && (
        <details class="stack">
          <summary>{say.otherService()}</summary>
          <KeyForm settings={settings} onChange={onChange} />
        </details>
      )}
    </section>
  );
}

function KeyForm({ settings, onChange }: SettingsProps) {
  const { is_key_set, is_key_own, base } = settings.sms;
  const saving = useAction(async (form: FormData) => {
    const sms_base = formText(form, 'sms_base').trim();
    const sms_key = formText(form, 'sms_key').trim();
    onChange(await saveSettings({ sms_key, ...(sms_base && { sms_base }) }));
  });
  const forgetting = useAction(async () => {
    onChange(await saveSettings({ sms_key: null }));
  });
  if (is_key_set && !is_key_own) {
    return (
      <>
        <p class="faint notifications-title">
          {base === null ? say.keyIsSet() : say.keyIsSetFor({ base })}
        </p>
        <FailureNotice failure={forgetting.failure} />
        <p>
          <Button look="quiet" isBusy={forgetting.isBusy} onClick={() => void forgetting.run()}>
            {say.forgetKey()}
          </Button>
        </p>
      </>
    );
  }
  return (
    <form class="stack" onSubmit={onSubmit(saving.run)}>
      <Field
        label={say.smsKey()}
        name="sms_key"
        type="password"
        autoComplete="off"
        required
        hint={
          <>
            {say.smsKeyHint()} {hasSms.value && <a href="/sms/keys">{say.makeKey()}</a>}
          </>
        }
        failure={saving.failure}
      />
      <Field
        label={say.smsBase()}
        name="sms_base"
        type="url"
        inputMode="url"
        placeholder="https://"
        isOptional
        hint={say.smsBaseHint()}
        failure={saving.failure}
      />
      <FailureNotice failure={saving.failure} />
      <p>
        <Button type="submit" isBusy={saving.isBusy}>
          {say.saveKey()}
        </Button>
      </p>
    </form>
  );
}

/**
 * For owners of a short code: the SMS service posts the questions of phones, signed with a
 * webhook's secret.
 */
function QuestionsForm({ settings, onChange }: SettingsProps) {
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
            hint={hasSms.value && <a href="/sms/webhooks">{say.questionsWebhooks()}</a>}
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
