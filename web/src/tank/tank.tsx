import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { PumpCommand, Tank, TankSensor } from '../api/operations.ts';
import { connection } from '../live/stream.ts';
import { TankDrawing } from '../tank-view/tank-card.tsx';
import { volumeOf } from '../tank-view/tank-lines.ts';
import { nameOf } from '../tank-view/tank-name.ts';
import { levelState } from '../tank-view/tank-sentences.ts';
import { isAtLeast } from '../tanks/tanks.ts';
import { useNow } from '../ui/use-now.ts';
import { ago, dateTime, litres, number, percent } from '../words/format.ts';
import { ForecastLines, useForecast } from './forecast/forecast-lines.tsx';
import type { ChartView } from './levels/chart-view.ts';
import { LevelHistory } from './levels/level-history.tsx';
import { CommandList } from './pump/command-list.tsx';
import { PumpControl } from './pump/pump-control.tsx';
import { PumpSwitch } from './pump/pump-switch.tsx';
import { useCommands } from './pump/use-commands.ts';
import { TankFrame } from './tank-frame.tsx';
import { say } from './words.ts';

export function TankScreen() {
  return (
    <TankFrame>
      {(tank, sensor) => (
        // The key reloads everything for another sensor.
        <Sensor key={`${tank.device_id} ${sensor.sensor_name}`} tank={tank} sensor={sensor} />
      )}
    </TankFrame>
  );
}

/** A sensor without readings may have a pump all the same. */
function Sensor({ tank, sensor }: { tank: Tank; sensor: TankSensor }) {
  const [view, setView] = useState<ChartView>({ range: '1d' });
  const commands = useCommands(tank.device_id, sensor.sensor_name);
  return (
    <div class="tank-layout">
      {sensor.recorded_at !== null && (
        <>
          <TankNow tank={tank} sensor={sensor} commands={commands.data} />
          <LevelHistory tank={tank} sensor={sensor} view={view} setView={setView} />
        </>
      )}
      <PumpControl tank={tank} sensor={sensor} commands={commands} />
      {commands.data && commands.data.length > 0 && (
        <CommandList
          commands={commands.data.slice(0, 10)}
          mayOperate={isAtLeast(tank.role, 'operator')}
        />
      )}
    </div>
  );
}

type Props = { tank: Tank; sensor: TankSensor };
type NowProps = Props & { commands: PumpCommand[] | undefined };

const nothingElse = { time_to_full: null, ration: null };

function TankNow({ tank, sensor, commands }: NowProps) {
  const state = levelState(sensor);
  const { capacity, time_to_empty } = sensor;
  const volume = volumeOf(sensor);
  // Asked of what is there at once: a button that comes later moves others from under the finger.
  const hasSwitch = sensor.pump_status !== null && isAtLeast(tank.role, 'operator');
  // Without a forecast the gauge is complete all the same.
  const forecast = useForecast(tank.device_id, sensor).data;
  return (
    <section class="card tank-now" aria-label={say.now()}>
      <TankDrawing
        level={sensor.level}
        look={state.look}
        label={say.levelOf({ name: nameOf(tank) })}
        lowThreshold={sensor.low_threshold}
        highThreshold={sensor.high_threshold}
      />
      <div class="tank-lead">
        <p class="row">
          <span class={`tag tag-${state.look}`}>{state.text}</span>
          {/* Without a network the phone does not know. */}
          {connection.value !== 'offline' && (
            <span class={`tag ${tank.online ? 'tag-good' : 'tag-danger'}`}>
              {tank.online ? say.online() : say.offline()}
            </span>
          )}
        </p>
        {volume !== null && (
          <p>
            <strong class="tank-volume">{litres(volume)}</strong>{' '}
            {capacity !== null && (
              <span class="tank-capacity faint">
                {say.ofCapacity({ capacity: litres(capacity) })}
              </span>
            )}
          </p>
        )}
        {volume === null && isAtLeast(tank.role, 'manager') && (
          <p class="small">
            <a href={`/devices/${tank.device_id}`}>{say.tellCapacity()}</a>
          </p>
        )}
      </div>
      {hasSwitch && (
        <div class="tank-switch">
          <PumpSwitch
            tank={tank}
            sensor={sensor}
            newest={commands?.find(({ schedule }) => schedule === undefined)}
          />
        </div>
      )}
      {(time_to_empty || forecast) && (
        <div class="tank-forecast">
          {/* The time to empty is that of the home screen, so that both agree. */}
          <ForecastLines forecast={{ ...(forecast ?? nothingElse), time_to_empty }} />
        </div>
      )}
      <Facts tank={tank} sensor={sensor} />
    </section>
  );
}

function Facts({ tank, sensor }: Props) {
  const now = useNow();
  const { level_cm, daily_use, unit, temperature, pump_status, recorded_at } = sensor;
  const { last_seen_at, battery, signal } = tank;
  return (
    <dl class="tank-facts-list">
      {level_cm !== null && (
        <Fact name={say.height()}>{say.centimetres({ value: number(level_cm) })}</Fact>
      )}
      {daily_use !== null && (
        <Fact name={say.dailyUse()}>
          {unit === 'litre' ? litres(daily_use) : percent(daily_use)}
        </Fact>
      )}
      {pump_status && (
        <Fact name={say.pump()}>{pump_status === 'on' ? say.running() : say.stopped()}</Fact>
      )}
      {temperature !== null && (
        <Fact name={say.temperature()}>{say.degrees({ value: number(temperature, 1) })}</Fact>
      )}
      {battery != null && <Fact name={say.battery()}>{percent(battery)}</Fact>}
      {signal != null && <Fact name={say.signal()}>{describeSignal(signal)}</Fact>}
      {recorded_at && <Age name={say.lastReading()} at={recorded_at} now={now} />}
      {last_seen_at && last_seen_at !== recorded_at && (
        <Age name={say.lastHeard()} at={last_seen_at} now={now} />
      )}
    </dl>
  );
}

function Age({ name, at, now }: { name: string; at: string; now: number }) {
  return (
    <Fact name={name}>
      <time dateTime={at} title={dateTime(at)}>
        {ago(at, now)}
      </time>
    </Fact>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** At the usual limits of mobile networks and Wi-Fi, with the figure for installers. */
function describeSignal(decibels: number): string {
  const dbm = number(decibels);
  if (decibels >= -75) return say.strongSignal({ dbm });
  return decibels >= -95 ? say.fairSignal({ dbm }) : say.weakSignal({ dbm });
}
