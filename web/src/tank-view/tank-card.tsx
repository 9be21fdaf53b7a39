import { useId } from 'preact/hooks';
import type { Tank, TankSensor } from '../api/operations.ts';
import { connection } from '../live/stream.ts';
import { isAtLeast } from '../tanks/tanks.ts';
import { ago, litres, percent } from '../words/format.ts';
import { isKeyRefused } from './key-refused-notice.tsx';
import { volumeOf } from './tank-lines.ts';
import { nameOf } from './tank-name.ts';
import { doubtSentence, emptySentence, type LevelState, levelState } from './tank-sentences.ts';
import { say } from './words.ts';
import './tank-drawing.css';
import './tank-card.css';

type Props = { tank: Tank; sensor: TankSensor | undefined; now: number };

/** Card of one sensor's tank; a device with several sensors has a card for each. */
export function TankCard({ tank, sensor, now }: Props) {
  const isOne = tank.sensors.length <= 1;
  const name = isOne || !sensor ? nameOf(tank) : `${nameOf(tank)} · ${sensor.sensor_name}`;
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
        <h2>{name}</h2>
        {tank.device_name === null && isAtLeast(tank.role, 'manager') && (
          <p class="faint small">{tank.mac_or_serial}</p>
        )}
        <p class="row">
          <span class={`tag tag-${state?.look ?? 'none'}`}>{state?.text ?? say.noReading()}</span>
          {/* Without a network the phone does not know. */}
          {connection.value !== 'offline' && (
            <span class={`tag ${tank.online ? '' : 'tag-danger'}`}>
              {tank.online ? say.online() : say.offline()}
            </span>
          )}
        </p>
        {(tank.refused || isKeyRefused(tank, now)) && (
          <p>
            <span class="tag tag-danger">{tank.refused ? say.refused() : say.keyRefused()}</span>
          </p>
        )}
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
  const { capacity, time_to_empty, pump_status, doubt } = sensor;
  const volume = volumeOf(sensor);
  return (
    <>
      {doubt && <p class="tank-doubt">{doubtSentence(doubt, now)}</p>}
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

type TankDrawingProps = {
  /** Percent; null before the first reading. */
  level: number | null;
  look: LevelState['look'];
  /** Description for screen readers. */
  label: string;
  lowThreshold?: number | null;
  highThreshold?: number | null;
};

// In drawing units.
const top = 14;
const bottom = 114;

const yOf = (level: number) => bottom - (level / 100) * (bottom - top);

/**
 * Drawing of a tank with its water. Beside its colour the water has a pattern: stripes for a
 * warning, a grid for critical, so that the state is visible without colours and in the sun.
 */
export function TankDrawing({ level, look, label, lowThreshold, highThreshold }: TankDrawingProps) {
  const id = useId();
  const y = yOf(level ?? 0);
  return (
    <svg
      class={`tank-drawing tank-${look}`}
      viewBox="0 0 100 128"
      role="img"
      aria-label={`${label}: ${level === null ? '–' : percent(level)}`}
    >
      <defs>
        <clipPath id={`${id}-inside`}>
          <path d="M10 18q0-8 40-8t40 8v92q0 8-40 8t-40-8z" />
        </clipPath>
        <pattern id={`${id}-stripes`} width="8" height="8" patternUnits="userSpaceOnUse">
          <path class="tank-hatch" d="M0 8 8 0" />
        </pattern>
        <pattern id={`${id}-grid`} width="8" height="8" patternUnits="userSpaceOnUse">
          <path class="tank-hatch" d="M0 8 8 0M0 0l8 8" />
        </pattern>
      </defs>
      <path class="tank-wall" d="M10 18q0-8 40-8t40 8v92q0 8-40 8t-40-8z" />
      {level !== null && (
        <g clip-path={`url(#${id}-inside)`}>
          <g class="tank-water" style={{ transform: `translateY(${y}px)` }}>
            <path class="tank-fill" d="M0 2q12-4 25 0t25 0 25 0 25 0v130H0z" />
            {look === 'warning' && <rect width="100" height="130" fill={`url(#${id}-stripes)`} />}
            {look === 'danger' && <rect width="100" height="130" fill={`url(#${id}-grid)`} />}
          </g>
        </g>
      )}
      {[lowThreshold, highThreshold].map(
        (threshold) =>
          threshold != null && (
            <path key={threshold} class="tank-threshold" d={`M10 ${yOf(threshold)}h80`} />
          ),
      )}
      <path class="tank-edge" d="M10 18q0-8 40-8t40 8v92q0 8-40 8t-40-8z" />
      <text class="tank-level" x="50" y="72" text-anchor="middle">
        {level === null ? '–' : percent(level)}
      </text>
    </svg>
  );
}
