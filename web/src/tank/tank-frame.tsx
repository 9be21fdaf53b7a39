import type { ComponentChildren } from 'preact';
import { useRoute } from 'preact-iso';
import type { Tank, TankSensor } from '../api/operations.ts';
import { nameOf } from '../tank-view/name-of.ts';
import { isAtLeast } from '../tanks/role.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { RefusedNotice } from './refused-notice.tsx';
import { SensorChoice } from './sensor-choice.tsx';
import { TankPlaces } from './tank-places.tsx';
import { UnknownTank } from './unknown-tank.tsx';
import { useTank } from './use-tank.ts';
import { say } from './words.ts';
import './tank.css';

type Props = {
  /** What is shown of a tank and one of its sensors. */
  children: (tank: Tank, sensor: TankSensor) => ComponentChildren;
};

/** What the screens of one tank share: which tank and sensor it is, and the ways between them. */
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
      <FailureNotice failure={failure} retry={retry} />
      {!failure && <p role="status">{say.loading()}</p>}
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
      <RefusedNotice tank={tank} />
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
