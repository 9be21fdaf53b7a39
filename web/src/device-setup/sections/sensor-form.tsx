import { useId, useState } from 'preact/hooks';
import { kinds, mutableKinds } from '../../../../src/water/incidents/kinds.ts';
import { call } from '../../api/call.ts';
import { Failure } from '../../api/failure.ts';
import type { SensorConfig } from '../../api/operations.ts';
import { TankDrawing } from '../../tank-view/tank-card.tsx';
import { Button } from '../../ui/button.tsx';
import { faultSentence } from '../../ui/failures/fault-sentence.ts';
import { Field } from '../../ui/form/field.tsx';
import { onSubmit, useAction } from '../../ui/form/use-action.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { say as sayUi } from '../../ui/words.ts';
import { language } from '../../words/language.ts';
import { draftOf, sizeOf, type TankDraft, tankOf } from '../tank-shape/tank-draft.ts';
import { TankFields } from '../tank-shape/tank-fields.tsx';
import { say } from '../words.ts';
import { PumpFields, readPumpFields } from './pump-fields.tsx';

type Props = {
  deviceId: string;
  config: SensorConfig | undefined;
  suggestedName: string;
  onSaved: (saved: SensorConfig) => void;
  onCancel?: (() => void) | undefined;
};

/** Defaults of the API in percent; its litres are a guess, which nobody should take for what was told. */
const defaults = { capacity: '', high_threshold: 90, low_threshold: 20 };

export function SensorForm({ deviceId, config, suggestedName, onSaved, onCancel }: Props) {
  const start = config ?? defaults;
  const [name, setName] = useState(config?.sensor_name ?? suggestedName);
  const [capacity, setCapacity] = useState(String(start.capacity));
  const [high, setHigh] = useState(String(start.high_threshold));
  const [tank, setTank] = useState(draftOf(config?.tank ?? null));
  const [low, setLow] = useState(String(start.low_threshold));
  const isCrossed = low !== '' && high !== '' && Number(low) >= Number(high);
  const changeTank = (draft: TankDraft) => {
    setTank(draft);
    const size = sizeOf(draft);
    if (size) setCapacity(String(size.litres));
  };
  const saving = useAction(async (form: FormData) => {
    const body = {
      device_id: deviceId,
      sensor_name: name,
      capacity: amount(capacity),
      high_threshold: amount(high),
      low_threshold: amount(low),
      tank: tankOf(tank),
      ...readPumpFields(form, config),
      ...readKindFields(form),
    };
    onSaved(await call('POST /api/sensor_configs.php?action=save', { body }));
  });
  const { failure } = saving;
  return (
    <form class="stack" data-of={config?.id} onSubmit={onSubmit(saving.run)}>
      {!config && (
        <Field
          label={say.sensorName()}
          name="sensor_name"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
          autoComplete="off"
          autoCapitalize="none"
          required
          hint={say.sensorNameHint()}
          failure={failure}
        />
      )}
      <div class="setup-sensor-fields">
        <div class="stack">
          <TankFields draft={tank} onChange={changeTank} failure={failure} />
          <Field
            label={say.capacity()}
            name="capacity"
            type="number"
            inputMode="numeric"
            step="any"
            required={!config}
            placeholder="5000"
            value={capacity}
            onInput={(event) => setCapacity(event.currentTarget.value)}
            failure={failure}
          />
          <ThresholdField
            label={say.high()}
            name="high_threshold"
            value={high}
            onChange={setHigh}
            failure={failure}
          />
          <ThresholdField
            label={say.low()}
            name="low_threshold"
            value={low}
            onChange={setLow}
            failure={failure}
          />
        </div>
        <div class="setup-preview">
          <TankDrawing
            level={null}
            look="none"
            label={say.preview()}
            highThreshold={amount(high)}
            lowThreshold={amount(low)}
          />
        </div>
      </div>
      <PumpFields deviceId={deviceId} sensorName={name} config={config} failure={failure} />
      <KindFields config={config} />
      {isCrossed && (
        <p class="wrong" role="status">
          {say.crossed()}
        </p>
      )}
      <FailureNotice failure={failure} />
      <div class="row">
        <Button look="main" type="submit" isBusy={saving.isBusy} disabled={isCrossed}>
          {say.save()}
        </Button>
        {onCancel && <Button onClick={onCancel}>{sayUi.cancel()}</Button>}
      </div>
    </form>
  );
}

/** Reads a number; null, which leaves the choice to the API, if there is none. */
function amount(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

/** Kinds of alert raised for the sensor; one that is never right can be switched off. */
function KindFields({ config }: { config: SensorConfig | undefined }) {
  return (
    <details>
      <summary class="setup-summary">{say.kinds()}</summary>
      <fieldset>
        <legend class="hidden">{say.kinds()}</legend>
        {mutableKinds.map((kind) => (
          <label key={kind} class="check">
            <input
              type="checkbox"
              name={`told.${kind}`}
              defaultChecked={!config?.muted.includes(kind)}
            />
            {kinds[kind].label[language.value]}
          </label>
        ))}
      </fieldset>
    </details>
  );
}

function readKindFields(form: FormData) {
  return { muted: mutableKinds.filter((kind) => !form.has(`told.${kind}`)) };
}

type ThresholdFieldProps = {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  failure: Error | undefined;
};

/** A percentage, set by a slider or typed as a number. */
function ThresholdField({ label, name, value, onChange, failure }: ThresholdFieldProps) {
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
