import { useState } from 'preact/hooks';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../ui/form/use-action.ts';
import { FailureNotice, Notice } from '../ui/notice.tsx';
import { type SettingsProps, saveSettings } from './settings.ts';
import { say } from './words.ts';

/** Quiet hours offered first. */
const usual = { from: '22:00', until: '06:00' };

export function TimesForm({ settings, onChange }: SettingsProps) {
  const [isQuiet, setQuiet] = useState(settings.quiet_hours !== null);
  const [isSaved, setSaved] = useState(false);
  const quiet = settings.quiet_hours ?? usual;
  const saving = useAction(async (form: FormData) => {
    setSaved(false);
    const hours = {
      from: formText(form, 'quiet_hours.from'),
      until: formText(form, 'quiet_hours.until'),
    };
    onChange(
      await saveSettings({
        quiet_hours: isQuiet ? hours : null,
        escalate_minutes: Number(formText(form, 'escalate_minutes')),
        sms_a_day: Number(formText(form, 'sms_a_day')),
      }),
    );
    setSaved(true);
  });
  const { failure } = saving;
  return (
    <form class="card stack" onSubmit={onSubmit(saving.run)} onInput={() => setSaved(false)}>
      <h2>{say.times()}</h2>
      <label class="check">
        <input
          type="checkbox"
          checked={isQuiet}
          onChange={(event) => setQuiet(event.currentTarget.checked)}
        />
        {say.quiet()}
      </label>
      {isQuiet && (
        <div class="notifications-pair">
          <Field
            label={say.from()}
            name="quiet_hours.from"
            type="time"
            required
            defaultValue={quiet.from}
            failure={failure}
          />
          <Field
            label={say.until()}
            name="quiet_hours.until"
            type="time"
            required
            defaultValue={quiet.until}
            failure={failure}
          />
        </div>
      )}
      <p class="hint">
        {isQuiet ? say.quietHint() : say.noQuietHint()} {say.zone({ zone: settings.timezone })}
      </p>
      <Field
        label={say.escalate()}
        name="escalate_minutes"
        type="number"
        inputMode="numeric"
        min={1}
        max={1440}
        required
        hint={say.escalateHint()}
        defaultValue={settings.escalate_minutes}
        failure={failure}
      />
      <Field
        label={say.smsADay()}
        name="sms_a_day"
        type="number"
        inputMode="numeric"
        min={0}
        max={200}
        required
        hint={say.smsADayHint()}
        defaultValue={settings.sms_a_day}
        failure={failure}
      />
      <FailureNotice failure={failure} />
      {isSaved && <Notice kind="success">{say.saved()}</Notice>}
      <p>
        <Button look="main" type="submit" isBusy={saving.isBusy}>
          {say.save()}
        </Button>
      </p>
    </form>
  );
}
