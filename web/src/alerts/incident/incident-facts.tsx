import type { Alert } from '../../api/operations.ts';
import { profile } from '../../session/profile.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { ago, dateTime } from '../../words/format.ts';
import { isAcknowledged } from '../alert-state.ts';
import { say } from './words.ts';

type Props = { alert: Alert; deviceName: string; now: number };

/** Where it is, since when, and how it stands. */
export function IncidentFacts({ alert, deviceName, now }: Props) {
  const { device_id, sensor_name, created_at, raised_at, resolved_at, acknowledged_at } = alert;
  const sensor = sensor_name === null ? '' : `?sensor=${encodeURIComponent(sensor_name)}`;
  return (
    <Facts>
      <Fact name={say.tank()}>
        <a href={`/tanks/${device_id}${sensor}`}>
          {deviceName}
          {sensor_name !== null && `, ${sensor_name}`}
        </a>
      </Fact>
      <Instant name={say.since()} at={created_at} now={now} />
      {raised_at !== created_at && <Instant name={say.again()} at={raised_at} now={now} />}
      {acknowledged_at !== null && (
        <Fact name={isAcknowledged(alert) ? say.acknowledged() : say.acknowledgedBefore()}>
          {dateTime(acknowledged_at)}, {whose(alert)}
        </Fact>
      )}
      {resolved_at !== null && <Instant name={say.over()} at={resolved_at} now={now} />}
    </Facts>
  );
}

function Instant({ name, at, now }: { name: string; at: string; now: number }) {
  return (
    <Fact name={name}>
      <time dateTime={at}>{dateTime(at)}</time> <span class="faint">({ago(at, now)})</span>
    </Fact>
  );
}

function whose({ acknowledged_by }: Alert): string {
  const isOwn = String(acknowledged_by) === String(profile.value?.user.id);
  return isOwn ? say.byYou() : say.byAnother();
}
