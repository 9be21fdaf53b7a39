import { Fragment } from 'preact';
import type { Tank, TankSensor } from '../api/operations.ts';
import { ago, litres } from '../words/format.ts';
import { levelState } from './level-state.ts';
import { nameOf } from './name-of.ts';
import { TankDrawing } from './tank-drawing.tsx';
import { emptySentence } from './times-sentence.ts';
import { volumeOf } from './volume-of.ts';
import { say } from './words.ts';
import './tank-card.css';

type Props = { tank: Tank; sensor: TankSensor | undefined; now: number };

/** One sensor's tank on the home screen; a device with several sensors has a card for each. */
export function TankCard({ tank, sensor, now }: Props) {
  const isOne = tank.sensors.length <= 1;
  const name = isOne || !sensor ? nameOf(tank) : `${nameOf(tank)} · ${sensor.sensor_name}`;
  const isMac = name === tank.mac_or_serial;
  const state = sensor && levelState(sensor);
  const query = sensor && !isOne ? `?sensor=${encodeURIComponent(sensor.sensor_name)}` : '';
  return (
    <a class="card tank-card" href={`/tanks/${tank.device_id}${query}`}>
      <TankDrawing
        level={sensor?.level ?? null}
        look={state?.look ?? 'none'}
        label={say.levelOf({ name })}
        lowThreshold={sensor?.low_threshold ?? null}
        highThreshold={sensor?.high_threshold ?? null}
      />
      <div class="tank-facts">
        <h2 class={isMac ? 'tank-mac' : ''}>{isMac ? <MacText mac={name} /> : name}</h2>
        <p class="row">
          <span class={`tag tag-${state?.look ?? 'none'}`}>{state?.text ?? say.noReading()}</span>
          <span class={`tag ${tank.online ? '' : 'tag-danger'}`}>
            {tank.online ? say.online() : say.offline()}
          </span>
        </p>
        {sensor && <Facts sensor={sensor} now={now} />}
        {tank.unread_alerts > 0 && <p>{say.unread({ count: tank.unread_alerts })}</p>}
        <p class="faint small">
          {tank.last_seen_at ? say.heard({ when: ago(tank.last_seen_at, now) }) : say.neverHeard()}
        </p>
      </div>
    </a>
  );
}

function Facts({ sensor, now }: { sensor: TankSensor; now: number }) {
  const { capacity, time_to_empty, pump_status } = sensor;
  const volume = volumeOf(sensor);
  return (
    <>
      {volume !== null && (
        <p>
          {litres(volume)}
          {capacity !== null && <span class="faint"> / {litres(capacity)}</span>}
        </p>
      )}
      {time_to_empty && <p>{emptySentence(time_to_empty, now)}</p>}
      {pump_status && <p>{pump_status === 'on' ? say.pumpOn() : say.pumpOff()}</p>}
    </>
  );
}

/** What is printed on a device; where it has to be broken, then after a colon. */
function MacText({ mac }: { mac: string }) {
  return (
    <>
      {mac.split(':').map((part, index) => (
        // A MAC may have the same part twice; its parts never change places.
        <Fragment key={`${index}`}>
          {index > 0 && (
            <>
              :<wbr />
            </>
          )}
          {part}
        </Fragment>
      ))}
    </>
  );
}
