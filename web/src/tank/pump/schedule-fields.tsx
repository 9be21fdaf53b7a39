import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { weekday } from '../../words/format.ts';
import { say } from '../words.ts';
import { days, mostStretches, type Stretch, toggleDay, usualStretch } from './schedule.ts';

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
