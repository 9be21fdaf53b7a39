import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { PresentPasswordField, usePresentPassword } from '../../sign-in/password-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../../ui/form/use-action.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { readablePhone } from '../../words/readable-phone.ts';
import type { SettingsProps } from '../settings.ts';
import { say } from '../words.ts';

type Props = SettingsProps & {
  /** Set where the form is all that a screen is for: its fields need no tap. */
  isFocused?: boolean;
};

const codeLength = 6;

/**
 * Verifies a number in two steps: a code is sent to the phone and typed here, which confirms it with its last
 * digit.
 */
export function PhoneForm({ settings, onChange, isFocused = false }: Props) {
  const place = useRef<HTMLDivElement>(null);
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
    const body = { code: digitsOf(formText(form, 'code')) };
    onChange(await call('POST /api/notifications.php?action=confirm-phone', { body }));
    setSentTo(undefined);
  });
  useEffect(() => {
    if (isFocused || sentTo !== undefined) place.current?.querySelector('input')?.focus();
  }, [isFocused, sentTo]);
  if (sentTo === undefined) {
    return (
      <div ref={place}>
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
      </div>
    );
  }
  return (
    <div ref={place}>
      <form key="code" class="stack" onSubmit={onSubmit(confirming.run)}>
        <Field
          label={say.code({ phone: readablePhone(sentTo) })}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          onInput={({ currentTarget }) => {
            if (digitsOf(currentTarget.value).length === codeLength)
              pressSubmit(currentTarget.form);
          }}
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
    </div>
  );
}

/** Codes come pasted with blanks. */
function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

/** `requestSubmit` is younger than the phones served. */
function pressSubmit(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
}
