import type { SensorConfig } from '../../api/operations.ts';
import { nameOf } from '../../tank-view/tank-name.ts';
import { TanksStanding } from '../../tank-view/tanks-coming.tsx';
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
  const seen = (known.value?.tanks ?? []).flatMap((tank) =>
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
  const present = source ? sourceKey(source) : '';
  // A tank of the owner that is not shared with who sets this up: the choice would else fall on the first one.
  const isUnseen = source && !seen.some(([key]) => key === present);
  const sources = isUnseen
    ? [[present, say.fillsFromUnseen({ sensor: source.sensor_name })] as const, ...seen]
    : seen;
  return (
    <details>
      <summary class="setup-summary">{say.pump()}</summary>
      <div class="stack">
        <TanksStanding />
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
            value={present}
            options={[['', say.fillsFromElsewhere()], ...sources]}
            hint={say.fillsFromHint()}
            failure={failure}
          />
        )}
      </div>
    </details>
  );
}

/** @param config as it is: a source that was not changed is not sent, since who saves may not see it. */
export function readPumpFields(form: FormData, config: SensorConfig | undefined) {
  const chosen = form.has('fills_from') ? formText(form, 'fills_from') : undefined;
  const isChanged = chosen !== (config?.fills_from ? sourceKey(config.fills_from) : '');
  return {
    pump_max_minutes: wholeNumber(form, 'pump_max_minutes'),
    pump_rest_minutes: wholeNumber(form, 'pump_rest_minutes'),
    pump_litres_per_hour: wholeNumber(form, 'pump_litres_per_hour') ?? 0,
    ...(chosen !== undefined && isChanged && { fills_from: readSource(chosen) }),
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
