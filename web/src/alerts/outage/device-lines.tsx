import type { AlertDevice } from '../../api/operations.ts';
import { nameOf } from '../../tank-view/tank-name.ts';
import { levelState } from '../../tank-view/tank-sentences.ts';
import { useNow } from '../../ui/use-now.ts';
import { ago, dateTime, percent } from '../../words/format.ts';
import { say } from './words.ts';

type LinesProps = {
  devices: AlertDevice[];
  /** Since when the first of all is silent: stands in where that of a device was not stored. */
  since: string;
};

export function DeviceLines({ devices, since }: LinesProps) {
  const now = useNow();
  return (
    <ul class="lines">
      {devices.map((device) => (
        <li key={device.device_id} class="outage-line">
          <p class="row row-apart">
            <a href={`/tanks/${device.device_id}`}>
              <strong>{nameOf(device)}</strong>
            </a>
            <span class={`tag ${device.back_at === null ? 'tag-danger' : 'tag-good'}`}>
              {device.back_at === null ? say.silent() : say.back()}
            </span>
          </p>
          <Levels device={device} />
          <p class="faint small">{silenceText(device, { since, now })}</p>
        </li>
      ))}
    </ul>
  );
}

function Levels({ device: { sensors } }: { device: AlertDevice }) {
  if (sensors.length === 0) return <p class="faint">{say.noReading()}</p>;
  return (
    <p class="row">
      {sensors.map((sensor) => {
        const state = levelState(sensor);
        return (
          <span key={sensor.sensor_name} class={`tag tag-${state.look}`}>
            {sensors.length > 1 && `${sensor.sensor_name}: `}
            {sensor.level === null ? '' : `${percent(sensor.level)}, `}
            {state.text}
          </span>
        );
      })}
    </p>
  );
}

function silenceText(
  { silent_since, back_at }: AlertDevice,
  { since, now }: { since: string; now: number },
): string {
  const from = silent_since ?? since;
  if (back_at === null) return say.silentSince({ when: dateTime(from), ago: ago(from, now) });
  const back = say.backAt({ when: dateTime(back_at), ago: ago(back_at, now) });
  return `${back}; ${say.wasSilentFrom({ when: dateTime(from) })}`;
}
