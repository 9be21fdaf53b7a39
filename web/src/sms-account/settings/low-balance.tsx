import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { SmsSettings as Settings } from '../../api/operations.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { onSubmit, useAction } from '../../ui/form/use-action.ts';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { say } from './words.ts';

/** Threshold that is offered first. */
const usual = '50';

/** Balance at which the owner is told that credits run low. */
export function LowBalance({ settings: { low_balance } }: { settings: Settings }) {
  const [isOn, setOn] = useState(low_balance !== null);
  const [credits, setCredits] = useState(low_balance === null ? usual : String(low_balance));
  const [isSaved, setSaved] = useState(false);
  const saving = useAction(async () => {
    const body = { low_balance: isOn ? Number(credits) : null };
    await call('PUT /v1/account/settings', { body });
    setSaved(true);
  });
  return (
    <section class="card stack" aria-labelledby="sms-low">
      <h2 id="sms-low">{say.low()}</h2>
      <p>{say.lowAbout()}</p>
      <form class="stack" onSubmit={onSubmit(saving.run)}>
        <label class="check">
          <input
            type="checkbox"
            checked={isOn}
            onChange={({ currentTarget: { checked } }) => {
              setSaved(false);
              setOn(checked);
            }}
          />
          {say.lowOn()}
        </label>
        {isOn && (
          <Field
            label={say.lowAt()}
            name="low_balance"
            type="number"
            inputMode="numeric"
            min="0"
            step="1"
            required
            value={credits}
            onInput={({ currentTarget: { value } }) => {
              setSaved(false);
              setCredits(value);
            }}
            failure={saving.failure}
          />
        )}
        <FailureNotice failure={saving.failure} />
        {isSaved && <Notice kind="success">{say.saved()}</Notice>}
        <p>
          <Button type="submit" isBusy={saving.isBusy}>
            {say.lowSave()}
          </Button>
        </p>
      </form>
    </section>
  );
}
