import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { readablePhone } from '../../sms-account/phone-search.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Field } from '../../ui/form/field.tsx';
import { formText, onSubmit } from '../../ui/form/on-submit.ts';
import { useAction } from '../../ui/form/use-action.ts';
import type { SettingsProps } from '../settings.ts';
import { say } from '../words.ts';

/** A number in two steps: a code goes there, and whoever types it has the phone. */
export function PhoneForm({ settings, onChange }: SettingsProps) {
  const [sentTo, setSentTo] = useState<string>();
  const sending = useAction(async (form: FormData) => {
    const body = { phone: formText(form, 'phone').trim() };
    const { phone } = await call('POST /api/notifications.php?action=verify-phone', { body });
    setSentTo(phone);
  });
  const confirming = useAction(async (form: FormData) => {
    const body = { code: formText(form, 'code').trim() };
    onChange(await call('POST /api/notifications.php?action=confirm-phone', { body }));
    setSentTo(undefined);
  });
  if (sentTo === undefined) {
    return (
      <form class="stack" onSubmit={onSubmit(sending.run)}>
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
    <form class="stack" onSubmit={onSubmit(confirming.run)}>
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
