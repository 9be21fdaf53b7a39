import { useId } from 'preact/hooks';
import { Failure } from '../../api/failure.ts';
import { faultSentence } from '../../ui/failures/fault-sentence.ts';
import { say } from '../words.ts';

type Props = {
  label: string;
  /** The API's name of the field. */
  name: string;
  value: string;
  onChange: (value: string) => void;
  failure: Error | undefined;
};

/** A percentage by a slider for the thumb and by a number for those who know it. */
export function ThresholdField({ label, name, value, onChange, failure }: Props) {
  const id = useId();
  const wrong = failure instanceof Failure ? failure.of(name) : undefined;
  const take = (event: { currentTarget: HTMLInputElement }) => onChange(event.currentTarget.value);
  return (
    <div class={`field setup-threshold ${wrong === undefined ? '' : 'field-wrong'}`}>
      <label for={id}>{label}</label>
      <input
        type="range"
        class="setup-slider"
        aria-label={say.slider({ label })}
        min={0}
        max={100}
        value={Number(value) || 0}
        onInput={take}
      />
      <input
        id={id}
        name={name}
        class="input"
        type="number"
        inputMode="numeric"
        step="any"
        value={value}
        onInput={take}
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong === undefined ? undefined : `${id}-about`}
      />
      {wrong !== undefined && (
        <p id={`${id}-about`} class="wrong">
          {faultSentence(wrong)}
        </p>
      )}
    </div>
  );
}
