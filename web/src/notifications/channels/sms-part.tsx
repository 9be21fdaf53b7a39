import { readablePhone } from '../../sms-account/phone-search.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Field } from '../../ui/form/field.tsx';
import { formText, onSubmit } from '../../ui/form/on-submit.ts';
import { useAction } from '../../ui/form/use-action.ts';
import { type SettingsProps, saveSettings } from '../settings.ts';
import { say } from '../words.ts';
import { PhoneForm } from './phone-form.tsx';
import { QuestionsForm } from './questions-form.tsx';
import { TestButton } from './test-button.tsx';

/** SMS go by the person's own SMS account, since each costs a credit. */
export function SmsPart({ settings, onChange }: SettingsProps) {
  const { phone, word, is_key_set } = settings.sms;
  return (
    <section class="card stack">
      <h2>{say.sms()}</h2>
      <p>{phone === null ? say.smsHint() : say.smsTo({ phone: readablePhone(phone) })}</p>
      <KeyForm settings={settings} onChange={onChange} />
      {is_key_set && <PhoneForm key={phone} settings={settings} onChange={onChange} />}
      {is_key_set && phone !== null && <p class="faint">{say.askingElsewhere({ word })}</p>}
      {is_key_set && phone !== null && <TestButton channel="sms" />}
      {is_key_set && <QuestionsForm settings={settings} onChange={onChange} />}
    </section>
  );
}

/** The key is the first step, and then a thing to take away. */
function KeyForm({ settings, onChange }: SettingsProps) {
  const { is_key_set, base } = settings.sms;
  const saving = useAction(async (form: FormData) => {
    const sms_base = formText(form, 'sms_base').trim();
    const sms_key = formText(form, 'sms_key').trim();
    onChange(await saveSettings({ sms_key, ...(sms_base && { sms_base }) }));
  });
  const forgetting = useAction(async () => {
    onChange(await saveSettings({ sms_key: null }));
  });
  if (is_key_set) {
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
            {say.smsKeyHint()} <a href="/sms/keys">{say.makeKey()}</a>
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
