import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { PresentPasswordField, usePresentPassword } from '../../sign-in/password-fields.tsx';
import { Button, CopyButton } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../../ui/form/use-action.ts';
import { useLoad } from '../../ui/load.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { readablePhone } from '../../words/readable-phone.ts';
import { type SettingsProps, saveSettings } from '../settings.ts';
import { say } from '../words.ts';
import { TestButton } from './test-button.tsx';

/** SMS notifications: a number and its code are all it takes, by the person's own SMS account. */
export function SmsSection({ settings, onChange }: SettingsProps) {
  const { phone, word, is_key_set, is_key_own, is_key_revoked, is_simulated, stopped } =
    settings.sms;
  const isOther = is_key_set && !is_key_own;
  return (
    <section class="card stack">
      <h2>{say.sms()}</h2>
      <p>{phone === null ? say.smsHint() : say.smsTo({ phone: readablePhone(phone) })}</p>
      {is_simulated && <Notice kind="danger">{say.simulated()}</Notice>}
      {is_key_revoked && <Notice kind="danger">{say.keyRevoked()}</Notice>}
      {settings.sms.is_paid && <Notice kind="info">{say.isPaid()}</Notice>}
      {stopped === 'simulated' && !is_simulated && (
        <Notice kind="danger">{say.stoppedTrial()}</Notice>
      )}
      {!isOther && !settings.sms.is_paid && (
        <NoCredits isSaid={is_simulated || stopped === 'simulated'} />
      )}
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

/** Says before the number is typed that no SMS can be paid for, or that none reaches a phone, and what to do. */
function NoCredits({ isSaid }: { isSaid: boolean }) {
  const account = useLoad((signal) => call('GET /v1/account', { signal }), []);
  const { balance = 1, simulated = false } = account.data ?? {};
  if (balance > 0 && (!simulated || isSaid)) return null;
  return (
    <Notice kind="danger">
      {balance > 0 ? say.onTrial() : say.noCredits()} <a href="/sms">{say.smsAccount()}</a>
    </Notice>
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

/** Verifies a number in two steps: a code is sent to the phone and typed here. */
function PhoneForm({ settings, onChange }: SettingsProps) {
  const [sentTo, setSentTo] = useState<string>();
  // With two-step sign-in on, the key that the server makes itself needs the password.
  const proof = usePresentPassword();
  const sending = useAction(async (form: FormData) => {
    const current_password = formText(form, 'current_password') || null;
    const body = { phone: formText(form, 'phone').trim(), current_password };
    const { phone } = await proof.noticing(
      call('POST /api/notifications.php?action=verify-phone', { body }),
    );
    setSentTo(phone);
  });
  const confirming = useAction(async (form: FormData) => {
    const body = { code: formText(form, 'code').trim() };
    onChange(await call('POST /api/notifications.php?action=confirm-phone', { body }));
    setSentTo(undefined);
  });
  if (sentTo === undefined) {
    return (
      <form key="phone" class="stack" onSubmit={onSubmit(sending.run)}>
        <Field
          label={settings.sms.phone === null ? say.phone() : say.otherPhone()}
          name="phone"
          type="tel"
          autoComplete="tel"
          required
          placeholder="0712 345 678"
          hint={say.phoneHint()}
          failure={sending.failure}
        />
        {proof.isAsked && (
          <PresentPasswordField
            label={say.password()}
            name="current_password"
            failure={sending.failure}
          />
        )}
        <FailureNotice failure={sending.failure} />
        <p>
          <Button type="submit" isBusy={sending.isBusy}>
            {say.sendCode()}
          </Button>
        </p>
      </form>
    );
  }
  return (
    <form key="code" class="stack" onSubmit={onSubmit(confirming.run)}>
      <Field
        label={say.code({ phone: readablePhone(sentTo) })}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        required
        failure={confirming.failure}
      />
      <FailureNotice failure={confirming.failure} />
      <div class="row">
        <Button look="main" type="submit" isBusy={confirming.isBusy}>
          {say.confirm()}
        </Button>
        <Button look="quiet" onClick={() => setSentTo(undefined)}>
          {say.otherPhone()}
        </Button>
      </div>
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
