import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { SmsSettings } from '../../api/operations.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Field } from '../../ui/form/field.tsx';
import { onSubmit } from '../../ui/form/on-submit.ts';
import { useAction } from '../../ui/form/use-action.ts';
import { Notice } from '../../ui/notice.tsx';
import { say } from './words.ts';

type QuietHours = NonNullable<SmsSettings['quiet_hours']>;

/** What is offered to who turns them on: the evening and the night. */
const usual: QuietHours = { from: '18:00', until: '08:00' };

export function QuietHoursForm({ settings }: { settings: SmsSettings }) {
  const [isOn, setOn] = useState(settings.quiet_hours !== null);
  const [hours, setHours] = useState(settings.quiet_hours ?? usual);
  const [isSaved, setSaved] = useState(false);
  const saving = useAction(async () => {
    await call('PUT /v1/account/settings', { body: { quiet_hours: isOn ? hours : null } });
    setSaved(true);
  });
  const change = (act: () => void) => {
    setSaved(false);
    act();
  };
  const time = (name: keyof QuietHours) => (
    <Field
      label={say[name]()}
      name={`quiet_hours.${name}`}
      type="time"
      required
      value={hours[name]}
      onInput={({ currentTarget: { value } }) =>
        change(() => setHours({ ...hours, [name]: value }))
      }
      failure={saving.failure}
    />
  );
  return (
    <form class="stack" onSubmit={onSubmit(saving.run)}>
      <label class="check">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => change(() => setOn(checked))}
        />
        {say.on()}
      </label>
      {isOn && (
        <div class="sms-times">
          {time('from')}
          {time('until')}
        </div>
      )}
      <p>{meaning(isOn ? hours : null)}</p>
      <p class="faint small">
        {say.zone({ zone: settings.timezone })} <a href="/account">{say.changeZone()}</a>
      </p>
      <FailureNotice failure={saving.failure} />
      {isSaved && <Notice kind="success">{say.saved()}</Notice>}
      <p>
        <Button look="main" type="submit" isBusy={saving.isBusy}>
          {say.save()}
        </Button>
      </p>
    </form>
  );
}

function meaning(hours: QuietHours | null): string {
  if (hours === null) return say.off();
  return hours.from < hours.until ? say.sameDay(hours) : say.nextDay(hours);
}
