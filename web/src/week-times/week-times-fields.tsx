import { Button } from '../ui/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { weekday } from '../words/format.ts';
import { days, toggleDay, type WeekTime } from './week-times.ts';
import { say } from './words.ts';
import './week-times.css';

type Props = {
  times: WeekTime[];
  onChange: (times: WeekTime[]) => void;
  /** Time with which one begins. */
  usual: WeekTime;
  /** Most times that the API accepts. */
  most: number;
  /** Name of the field in the API. */
  name: string;
  failure: Error | undefined;
};

/** Times of the week, by buttons of days with a time range. */
export function WeekTimesFields({ times, onChange, usual, most, name, failure }: Props) {
  const change = (index: number, changed: WeekTime | undefined) =>
    onChange(
      times.flatMap((each, at) => (at !== index ? [each] : changed === undefined ? [] : [changed])),
    );
  return (
    <div class="stack">
      {times.map((time, index) => (
        // Times have no identity but their index.
        <fieldset key={index} class="week-time stack">
          <legend class="legend">{say.time({ number: index + 1 })}</legend>
          <div class="week-days">
            {days.map((day) => (
              <button
                key={day}
                type="button"
                class="button"
                aria-pressed={time.days.includes(day)}
                onClick={() => change(index, toggleDay(time, day))}
              >
                {weekday(days.indexOf(day))}
              </button>
            ))}
          </div>
          <div class="week-range">
            <Field
              label={say.from()}
              name={`${name}.${index}.from`}
              type="time"
              required
              value={time.from}
              onInput={(event) => change(index, { ...time, from: event.currentTarget.value })}
              failure={failure}
            />
            <Field
              label={say.until()}
              name={`${name}.${index}.until`}
              type="time"
              required
              value={time.until}
              onInput={(event) => change(index, { ...time, until: event.currentTarget.value })}
              failure={failure}
            />
          </div>
          <p>
            <Button look="quiet" onClick={() => change(index, undefined)}>
              {say.removeTime()}
            </Button>
          </p>
        </fieldset>
      ))}
      {times.length < most && (
        <p>
          <Button onClick={() => onChange([...times, usual])}>{say.addTime()}</Button>
        </p>
      )}
    </div>
  );
}
