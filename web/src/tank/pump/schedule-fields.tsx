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

/** The weekly times of a pump, stretch by stretch. */
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
        // They have no name but their place.
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

/** On these days of the week from one time to another, into the next day where that is earlier. */
export type Stretch = NonNullable<PumpCommand['schedule']>[number];
type Day = Stretch['days'][number];

export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const satisfies Day[];

/** What the API takes. */
const mostStretches = 21;

/** What is offered to begin with: the hours before people get up. */
export const usualStretch: Stretch = { days: [...days], from: '04:00', until: '06:00' };

/** The schedule that Kisima keeps for a pump. @param commands newest first. */
export function standingSchedule(commands: readonly PumpCommand[]): PumpCommand | undefined {
  return commands.find(({ schedule, status }) => schedule !== undefined && status === 'pending');
}

/** The stretch with a day put in, or taken out where it has it. */
function toggleDay(stretch: Stretch, day: Day): Stretch {
  const has = stretch.days.includes(day);
  return {
    ...stretch,
    days: days.filter((each) => (each === day ? !has : stretch.days.includes(each))),
  };
}
