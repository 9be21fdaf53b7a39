import type { ComponentChildren } from 'preact';
import { useLocation, useRoute } from 'preact-iso';
import type { Tank, TankSensor } from '../api/operations.ts';
import { connection } from '../live/stream.ts';
import { ArrivalNotice } from '../tank-view/arrival-notice.tsx';
import { DoubtNotice } from '../tank-view/doubt-notice.tsx';
import { KeyRefusedNotice } from '../tank-view/key-refused-notice.tsx';
import { RefusedReadingsNotice } from '../tank-view/refused-notice.tsx';
import { type TankPlace, tankAddress, tankPlaceAt } from '../tank-view/tank-lines.ts';
import { nameOf } from '../tank-view/tank-name.ts';
import { isAtLeast } from '../tanks/tanks.ts';
import { FailureNotice, Notice, NotKept } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { UnknownTank, useTank } from './use-tank.tsx';
import { say } from './words.ts';
import './tank.css';

type Props = {
  children: (tank: Tank, sensor: TankSensor) => ComponentChildren;
};

/** Frame of a tank's screens: choice of tank and sensor, and links between the screens. */
export function TankFrame({ children }: Props) {
  const { params, query } = useRoute();
  const { tank, isUnknown, failure, retry } = useTank(params['id'] ?? '');
  if (tank) {
    return (
      <KnownTank tank={tank} wanted={query['sensor']}>
        {children}
      </KnownTank>
    );
  }
  if (isUnknown) return <UnknownTank />;
  return (
    <Page title={say.level()} back={{ href: '/', label: say.back() }}>
      {connection.value === 'offline' ? (
        <NotKept />
      ) : (
        <>
          <FailureNotice failure={failure} retry={retry} />
          {!failure && <p role="status">{say.loading()}</p>}
        </>
      )}
    </Page>
  );
}

function KnownTank({ tank, wanted, children }: Props & { tank: Tank; wanted: string | undefined }) {
  const { device_id, sensors, unread_alerts, role } = tank;
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
          <a class="button" href={`/devices/${device_id}/people`}>
            {say.people()}
          </a>
          {isAtLeast(role, 'manager') && (
            <a class="button" href={`/devices/${device_id}`}>
              {say.setUp()}
            </a>
          )}
        </>
      }
    >
      <ArrivalNotice />
      <KeyRefusedNotice tank={tank} />
      <RefusedReadingsNotice deviceId={device_id} />
      <DoubtNotice sensor={sensor} />
      {sensor && wanted && !named && (
        <Notice kind="warning">
          {say.noSuchSensor({ name: wanted, shown: sensor.sensor_name })}
        </Notice>
      )}
      {sensor && sensors.length > 1 && <SensorChoice tank={tank} shown={sensor} />}
      {sensor?.recorded_at && <TankPlaces tank={tank} sensor={sensor} />}
      {(!sensor || sensor.recorded_at === null) && <NoReading deviceId={device_id} />}
      {sensor && children(tank, sensor)}
    </Page>
  );
}

function NoReading({ deviceId }: { deviceId: string }) {
  return (
    <section class="card stack">
      <h2>{say.noReading()}</h2>
      <p>{say.noReadingHint()}</p>
      <p>
        <a class="button button-main" href={`/devices/${deviceId}`}>
          {say.setUp()}
        </a>
      </p>
    </section>
  );
}

type SensorChoiceProps = { tank: Tank; shown: TankSensor };

function SensorChoice({ tank, shown }: SensorChoiceProps) {
  const place = tankPlaceAt(useLocation().path);
  return (
    <nav class="row" aria-label={say.sensors()}>
      {tank.sensors.map(({ sensor_name }) => (
        <a
          key={sensor_name}
          class="button"
          href={tankAddress(tank, sensor_name, place)}
          aria-current={sensor_name === shown.sensor_name ? 'true' : undefined}
        >
          {sensor_name}
        </a>
      ))}
    </nav>
  );
}

type TankPlacesProps = { tank: Tank; sensor: TankSensor };

function TankPlaces({ tank, sensor }: TankPlacesProps) {
  const here = tankPlaceAt(useLocation().path);
  const places: [TankPlace, string][] = [
    ['level', say.levelAndPump()],
    ['water', say.water()],
  ];
  return (
    <nav class="tank-places" aria-label={say.places()}>
      {places.map(([place, label]) => (
        <a
          key={place}
          class="button"
          href={tankAddress(tank, sensor.sensor_name, place)}
          aria-current={place === here ? 'true' : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}
