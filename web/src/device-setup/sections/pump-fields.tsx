import type { SensorConfig } from '../../api/operations.ts';
import { nameOf } from '../../tank-view/tank-name.ts';
import { known } from '../../tanks/tanks.ts';
import { Field, SelectField } from '../../ui/form/field.tsx';
import { formText } from '../../ui/form/use-action.ts';
import { say } from '../words.ts';

type Props = {
  deviceId: string;
  sensorName: string;
  config: SensorConfig | undefined;
  failure: Error | undefined;
};

/** Limits of the pump that the server enforces: running time and source of the water. */
export function PumpFields({ deviceId, sensorName, config, failure }: Props) {
  const source = config?.fills_from;
  const sources = (known.value?.tanks ?? []).flatMap((tank) =>
    tank.sensors
      .filter(({ sensor_name }) => tank.device_id !== deviceId || sensor_name !== sensorName)
      .map(
        ({ sensor_name }) =>
          [
            sourceKey({ device_id: tank.device_id, sensor_name }),
            `${nameOf(tank)}, ${sensor_name}`,
          ] as const,
      ),
  );
  return (
    <details>
      <summary class="setup-summary">{say.pump()}</summary>
      <div class="stack">
        <Field
          label={say.pumpMax()}
          name="pump_max_minutes"
          type="number"
          inputMode="numeric"
          min={1}
          max={1440}
          defaultValue={config?.pump_max_minutes ?? ''}
          placeholder="240"
          isOptional
          hint={say.pumpMaxHint()}
          failure={failure}
        />
        <Field
          label={say.pumpRest()}
          name="pump_rest_minutes"
          type="number"
          inputMode="numeric"
          min={0}
          max={1440}
          defaultValue={config?.pump_rest_minutes ?? ''}
          placeholder="10"
          isOptional
          hint={say.pumpRestHint()}
          failure={failure}
        />
        <Field
          label={say.pumpRate()}
          name="pump_litres_per_hour"
          type="number"
          inputMode="numeric"
          min={1}
          max={1_000_000}
          defaultValue={config?.pump_litres_per_hour ?? ''}
          isOptional
          hint={say.pumpRateHint()}
          failure={failure}
        />
        {sources.length > 0 && (
          <SelectField
            label={say.fillsFrom()}
            name="fills_from"
            value={source ? sourceKey(source) : ''}
            options={[['', say.fillsFromElsewhere()], ...sources]}
            hint={say.fillsFromHint()}
            failure={failure}
          />
        )}
      </div>
    </details>
  );
}

export function readPumpFields(form: FormData) {
  return {
    pump_max_minutes: wholeNumber(form, 'pump_max_minutes'),
    pump_rest_minutes: wholeNumber(form, 'pump_rest_minutes'),
    pump_litres_per_hour: wholeNumber(form, 'pump_litres_per_hour') ?? 0,
    ...(form.has('fills_from') && { fills_from: readSource(formText(form, 'fills_from')) }),
  };
}

type Source = { device_id: string; sensor_name: string };

/** Key of a source: the device's id is digits, and the rest is the sensor's name, whatever it holds. */
function sourceKey({ device_id, sensor_name }: Source): string {
  return `${device_id} ${sensor_name}`;
}

function readSource(key: string): Source | null {
  const space = key.indexOf(' ');
  if (space < 0) return null;
  return { device_id: key.slice(0, space), sensor_name: key.slice(space + 1) };
}

function wholeNumber(form: FormData, name: string): number | null {
  const text = formText(form, name).trim();
  return text === '' ? null : Number(text);
}
