import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { keepProfile, profile } from '../session/profile.ts';
import { PresentPasswordField } from '../sign-in/password-fields.tsx';
import { useTakesPhones } from '../sign-in/ways.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../ui/form/use-action.ts';
import { FailureNotice, Notice } from '../ui/notice.tsx';
import { say as sayUi } from '../ui/words.ts';
import { readablePhone } from '../words/readable-phone.ts';
import { say } from './words.ts';

type Step = { step: 'none' | 'number' | 'remove' } | { step: 'code'; phone: string };
type StepProps = { onStep: (step: Step) => void };

/** Phone number by which the account signs in; not shown where the server sends no SMS. */
export function Phone() {
  const takesPhones = useTakesPhones();
  const [at, onStep] = useState<Step>({ step: 'none' });
  const phone = profile.value?.phone ?? null;
  if (!takesPhones && phone === null) return null;
  return (
    <section class="card stack">
      <h2>{say.phone()}</h2>
      <p>{phone === null ? say.phoneAbout() : say.phoneIs({ phone: readablePhone(phone) })}</p>
      {at.step === 'none' && (
        <div class="row">
          {takesPhones && (
            <Button onClick={() => onStep({ step: 'number' })}>
              {phone === null ? say.phoneAdd() : say.phoneOther()}
            </Button>
          )}
          {phone !== null && (
            <Button look="quiet" onClick={() => onStep({ step: 'remove' })}>
              {say.phoneRemove()}
            </Button>
          )}
        </div>
      )}
      {at.step === 'number' && <NumberForm onStep={onStep} />}
      {at.step === 'code' && <CodeForm phone={at.phone} onStep={onStep} />}
      {at.step === 'remove' && <RemoveForm onStep={onStep} />}
    </section>
  );
}

function NumberForm({ onStep }: StepProps) {
  const sending = useAction(async (form: FormData) => {
    const body = { phone: formText(form, 'phone').trim(), password: formText(form, 'password') };
    const { phone } = await call('POST /api/auth.php?action=phone-start', { body });
    onStep({ step: 'code', phone });
  });
  return (
    <form onSubmit={onSubmit(sending.run)}>
      <Field
        label={say.phone()}
        name="phone"
        type="tel"
        autoComplete="tel"
        placeholder="0712 345 678"
        required
        failure={sending.failure}
      />
      <PresentPasswordField label={say.stepsPassword()} failure={sending.failure} />
      <FailureNotice failure={sending.failure} />
      <div class="row">
        <Button look="main" type="submit" isBusy={sending.isBusy}>
          {say.phoneSend()}
        </Button>
        <Button onClick={() => onStep({ step: 'none' })}>{sayUi.cancel()}</Button>
      </div>
    </form>
  );
}

function CodeForm({ phone: sentTo, onStep }: StepProps & { phone: string }) {
  const confirming = useAction(async (form: FormData) => {
    const body = { sms_code: formText(form, 'sms_code').trim() };
    const { phone } = await call('POST /api/auth.php?action=phone-confirm', { body });
    keepPhone(phone);
    onStep({ step: 'none' });
  });
  return (
    <form onSubmit={onSubmit(confirming.run)}>
      <Notice kind="info">{say.phoneSent({ phone: readablePhone(sentTo) })}</Notice>
      <Field
        label={say.phoneCode()}
        name="sms_code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        hint={say.codeHint()}
        required
        failure={confirming.failure}
      />
      <FailureNotice failure={confirming.failure} />
      <div class="row">
        <Button look="main" type="submit" isBusy={confirming.isBusy}>
          {say.phoneConfirm()}
        </Button>
        <Button onClick={() => onStep({ step: 'number' })}>{say.phoneOther()}</Button>
      </div>
    </form>
  );
}

function RemoveForm({ onStep }: StepProps) {
  const removing = useAction(async (form: FormData) => {
    const body = { password: formText(form, 'password') };
    await call('POST /api/auth.php?action=phone-remove', { body });
    keepPhone(null);
    onStep({ step: 'none' });
  });
  return (
    <form onSubmit={onSubmit(removing.run)}>
      <PresentPasswordField label={say.stepsPassword()} failure={removing.failure} />
      <FailureNotice failure={removing.failure} />
      <div class="row">
        <Button look="danger" type="submit" isBusy={removing.isBusy}>
          {say.phoneRemove()}
        </Button>
        <Button onClick={() => onStep({ step: 'none' })}>{sayUi.cancel()}</Button>
      </div>
    </form>
  );
}

function keepPhone(phone: string | null): void {
  const known = profile.peek();
  if (known) keepProfile({ ...known, phone });
}
