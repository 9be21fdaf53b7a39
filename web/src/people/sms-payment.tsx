import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { Share } from '../api/operations.ts';
import { PresentPasswordField, usePresentPassword } from '../sign-in/password-fields.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../ui/form/use-action.ts';
import { FailureNotice } from '../ui/notice.tsx';
import { personOf } from './share.ts';
import { say } from './words.ts';

/** Limit that is offered first. */
const usual = '5';

type Props = { share: Share; onChanged: () => Promise<void> };

/** Whether the owner's SMS account pays for a person's SMS alerts, and for how many a day. */
export function SmsPayment({ share, onChanged }: Props) {
  const { id, sms_paid_a_day: paid } = share;
  const person = personOf(share);
  const [isChoosing, setChoosing] = useState(false);
  // With two-step sign-in on, the key that the server makes itself needs the password.
  const proof = usePresentPassword();
  const saving = useAction(async (a_day: number | null, current_password: string | null) => {
    const body = { id, a_day, current_password };
    await proof.noticing(call('PUT /api/devices.php?action=pay-sms', { body }));
    setChoosing(false);
    await onChanged();
  });
  return (
    <div class="stack">
      <label class="check">
        <input
          type="checkbox"
          aria-label={say.payFor({ person })}
          checked={paid !== null || isChoosing}
          disabled={saving.isBusy}
          onChange={({ currentTarget: { checked } }) => {
            setChoosing(checked);
            if (!checked && paid !== null) void saving.run(null, null);
          }}
        />
        {paid === null ? say.pay() : say.paid({ count: paid })}
      </label>
      {isChoosing && (
        <form
          class="stack"
          onSubmit={onSubmit((form) =>
            saving.run(Number(formText(form, 'a_day')), formText(form, 'current_password') || null),
          )}
        >
          <Field
            label={say.payADay()}
            name="a_day"
            type="number"
            inputMode="numeric"
            min="1"
            max="100"
            required
            defaultValue={usual}
            hint={say.payHint()}
            failure={saving.failure}
          />
          {proof.isAsked && (
            <PresentPasswordField
              label={say.payPassword()}
              name="current_password"
              failure={saving.failure}
            />
          )}
          <p>
            <Button type="submit" isBusy={saving.isBusy}>
              {say.payNow()}
            </Button>
          </p>
        </form>
      )}
      <FailureNotice failure={saving.failure} />
    </div>
  );
}
