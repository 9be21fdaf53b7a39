import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import type { Tank, TankSensor } from '../live/tank.ts';
import { nameOf } from '../tank-view/name-of.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { CommandList } from './command-list.tsx';
import { DayTable } from './day-table.tsx';
import { LevelHistory } from './level-history.tsx';
import { PumpControl } from './pump-control.tsx';
import type { Range } from './range.ts';
import { SensorChoice } from './sensor-choice.tsx';
import { TankNow } from './tank-now.tsx';
import { UnknownTank } from './unknown-tank.tsx';
import { useCommands } from './use-commands.ts';
import { useTank } from './use-tank.ts';
import { say } from './words.ts';
import './tank.css';

/** One tank: how it is, how it was, and its pump. */
export function TankScreen() {
  const { params, query } = useRoute();
  const { tank, isUnknown, failure, retry } = useTank(params['id'] ?? '');
  if (tank) return <KnownTank tank={tank} wanted={query['sensor']} />;
  if (isUnknown) return <UnknownTank />;
  return (
    <Page title={say.level()} back={{ href: '/', label: say.back() }}>
      <FailureNotice failure={failure} retry={retry} />
      {!failure && <p role="status">{say.loading()}</p>}
    </Page>
  );
}

function KnownTank({ tank, wanted }: { tank: Tank; wanted: string | undefined }) {
  const { device_id, sensors, unread_alerts } = tank;
  const named = sensors.find(({ sensor_name }) => sensor_name === wanted);
  const sensor = named ?? sensors[0];
  return (
    <Page
      title={nameOf(tank)}
      back={{ href: '/', label: say.back() }}
      actions={
        <>
          <a class="button" href={`/alerts?device=${device_id}`}>
            {unread_alerts > 0 ? say.newAlerts({ count: unread_alerts }) : say.alerts()}
          </a>
          <a class="button" href={`/devices/${device_id}`}>
            {say.setUp()}
          </a>
        </>
      }
    >
      {sensor && wanted && !named && (
        <Notice kind="warning">
          {say.noSuchSensor({ name: wanted, shown: sensor.sensor_name })}
        </Notice>
      )}
      {sensor && sensors.length > 1 && <SensorChoice tank={tank} shown={sensor} />}
      {(!sensor || sensor.recorded_at === null) && <Silent deviceId={device_id} />}
      {sensor && (
        // What was loaded belongs to one sensor: another one begins anew.
        <Sensor key={`${device_id} ${sensor.sensor_name}`} tank={tank} sensor={sensor} />
      )}
    </Page>
  );
}

function Silent({ deviceId }: { deviceId: string }) {
  return (
    <section class="card stack">
      <h2>{say.silent()}</h2>
      <p>{say.silentHint()}</p>
      <p>
        <a class="button button-main" href={`/devices/${deviceId}`}>
          {say.setUp()}
        </a>
      </p>
    </section>
  );
}

/** A sensor that has sent nothing yet may have a pump all the same. */
function Sensor({ tank, sensor }: { tank: Tank; sensor: TankSensor }) {
  const [range, setRange] = useState<Range>('1d');
  const isHeard = sensor.recorded_at !== null;
  const commands = useCommands(tank.device_id, sensor.sensor_name);
  return (
    <div class="tank-layout">
      {isHeard && (
        <>
          <TankNow tank={tank} sensor={sensor} />
          <LevelHistory tank={tank} sensor={sensor} range={range} setRange={setRange} />
        </>
      )}
      <PumpControl tank={tank} sensor={sensor} commands={commands} />
      <div class="tank-column">
        {isHeard && <DayTable deviceId={tank.device_id} sensor={sensor} range={range} />}
        {commands.data && commands.data.length > 0 && (
          <CommandList commands={commands.data.slice(0, 10)} />
        )}
      </div>
    </div>
  );
}
