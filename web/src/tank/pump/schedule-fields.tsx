import type { PumpCommand } from '../../api/operations.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { weekday } from '../../words/format.ts';
import { say } from '../words.ts';

type Props = {
  stretches: Stretch[];
  onChange: (stretches: Stretch[]) => void;
  failure: Error | undefined;
};

export function ScheduleFields({ stretches, onChange, failure }: Props) {
  const change = (index: number, changed: Stretch | undefined) =>
    onChange(
      stretches.flatMap((each, at) =>
        at !== index ? [each] : changed === undefined ? [] : [changed],
      ),
    );
  return (
    <div class="stack">
      {stretches.length === 0 && <p class="hint">{say.ownSchedule()}</p>}
      {stretches.map((stretch, index) => (
        // Stretches have no identity but their index.
        <fieldset key={index} class="tank-stretch stack">
          <legend class="legend">{say.stretch({ number: index + 1 })}</legend>
          <div class="tank-days">
            {days.map((day) => (
              <button
                key={day}
                type="button"
                class="button"
                aria-pressed={stretch.days.includes(day)}
                onClick={() => change(index, toggleDay(stretch, day))}
              >
                {weekday(days.indexOf(day))}
              </button>
            ))}
          </div>
          <div class="tank-levels">
            <Field
              label={say.from()}
              name={`schedule.${index}.from`}
              type="time"
              required
              value={stretch.from}
              onInput={(event) => change(index, { ...stretch, from: event.currentTarget.value })}
              failure={failure}
            />
            <Field
              label={say.until()}
              name={`schedule.${index}.until`}
              type="time"
              required
              value={stretch.until}
              onInput={(event) => change(index, { ...stretch, until: event.currentTarget.value })}
              failure={failure}
            />
          </div>
          <p>
            <Button look="quiet" onClick={() => change(index, undefined)}>
              {say.removeStretch()}
            </Button>
          </p>
        </fieldset>
      ))}
      {stretches.length < mostStretches && (
        <p>
          <Button onClick={() => onChange([...stretches, usualStretch])}>{say.addStretch()}</Button>
        </p>
      )}
    </div>
  );
}

/** Days of the week with a time range, which ends on the next day if `until` is earlier. */
export type Stretch = NonNullable<PumpCommand['schedule']>[number];
type Day = Stretch['days'][number];

export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const satisfies Day[];

/** Most stretches that the API accepts. */
const mostStretches = 21;

/** First stretch offered: the hours before people get up. */
export const usualStretch: Stretch = { days: [...days], from: '04:00', until: '06:00' };

/**
 * Finds the schedule that Kisima keeps for a pump.
 * @param commands newest first.
 */
export function standingSchedule(commands: readonly PumpCommand[]): PumpCommand | undefined {
  return commands.find(({ schedule, status }) => schedule !== undefined && status === 'pending');
}

function toggleDay(stretch: Stretch, day: Day): Stretch {
  const has = stretch.days.includes(day);
  return {
    ...stretch,
    days: days.filter((each) => (each === day ? !has : stretch.days.includes(each))),
  };
}
