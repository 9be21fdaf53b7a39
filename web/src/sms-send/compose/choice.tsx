import { useId } from 'preact/hooks';

type Props<T extends string> = {
  legend: string;
  /** Where a heading says it already. */
  isLegendHidden?: boolean;
  value: T;
  options: readonly { value: T; label: string; about?: string }[];
  onChoose: (value: T) => void;
};

/** One of a few, all in sight. */
export function Choice<T extends string>(props: Props<T>) {
  const { legend, isLegendHidden = false, value, options, onChoose } = props;
  const name = useId();
  return (
    <fieldset class="sms-send-choice">
      <legend class={isLegendHidden ? 'hidden' : 'legend'}>{legend}</legend>
      {options.map((each) => (
        <div key={each.value} class="sms-send-option">
          <label class="check">
            <input
              type="radio"
              name={name}
              checked={each.value === value}
              aria-describedby={each.about && `${name}-${each.value}`}
              onChange={() => onChoose(each.value)}
            />
            {each.label}
          </label>
          {each.about && (
            <p id={`${name}-${each.value}`} class="hint">
              {each.about}
            </p>
          )}
        </div>
      ))}
    </fieldset>
  );
}
