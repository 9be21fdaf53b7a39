import { useEffect, useMemo } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { hourMs } from '../../../../src/kit/time/units.ts';
import { call } from '../../api/call.ts';
import type { Alert, Tank, TankSensor } from '../../api/operations.ts';
import { emitUnlessLive, useLive } from '../../live/stream.ts';
import { profile } from '../../session/profile.ts';
import { LevelChart } from '../../tank/levels/level-chart.tsx';
import { type LevelReading, toSeries } from '../../tank/levels/level-series.ts';
import { nameOf } from '../../tank-view/tank-name.ts';
import { messageText } from '../../tank-view/tank-sentences.ts';
import { isAtLeast, roleAt, tankAt } from '../../tanks/tanks.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Loaded, useLoad } from '../../ui/load.tsx';
import { Page } from '../../ui/page.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ago, dateTime } from '../../words/format.ts';
import { SeverityMark, StateTag, severityText, typeText } from '../alert-marks.tsx';
import { isAcknowledged } from '../alert-state.ts';
import { OutageDevices } from '../outage/outage-devices.tsx';
import { IncidentActions } from './incident-actions.tsx';
import { NotifiedPeople, NotifiedReader } from './notified.tsx';
import { say } from './words.ts';
import '../alerts.css';
import '../../tank/tank.css';

export function IncidentScreen() {
  const id = Number(useRoute().params['id']);
  const load = useLoad(async (signal) => ({ found: await findAlert(id, signal) }), [id]);
  const alert = load.data?.found;
  const change = (changed: Alert) => load.set({ found: changed });
  useLive({ alert: (news) => news.id === id && change(withDevice(news, alert)) });
  useMarkedRead(alert, change);
  const isMissing = load.data !== undefined && !alert;
  return (
    <Page
      title={alert ? typeText(alert.type) : isMissing ? say.missing() : say.incident()}
      back={{ href: '/alerts', label: say.alerts() }}
    >
      <Loaded of={load}>
        {({ found }) => found && <Incident alert={found} onChange={change} />}
      </Loaded>
      {isMissing && <p>{say.missingHint()}</p>}
    </Page>
  );
}

type Props = { alert: Alert; onChange: (alert: Alert) => void };

function Incident({ alert, onChange }: Props) {
  const now = useNow();
  const { device_id, sensor_name, severity } = alert;
  const tank = tankAt(device_id);
  // An alert about the whole device shows its first tank.
  const sensor =
    tank?.sensors.find((each) => each.sensor_name === sensor_name) ??
    (sensor_name === null ? tank?.sensors[0] : undefined);
  return (
    <div class="alerts-incident">
      <section class="card stack" aria-label={say.what()}>
        <p class="row">
          <SeverityMark severity={severity} />
          <strong>{severityText(severity)}</strong>
          <StateTag alert={alert} now={now} />
        </p>
        <p class="alerts-message alerts-sentence">{messageText(alert, tank)}</p>
        <IncidentFacts alert={alert} tank={tank} now={now} />
        <IncidentActions alert={alert} now={now} onChange={onChange} />
      </section>
      {alert.kind === 'outage' && <OutageDevices alert={alert} />}
      {alert.kind !== 'outage' && sensor && sensor.recorded_at !== null && (
        <IncidentChart key={sensor.sensor_name} alert={alert} sensor={sensor} />
      )}
      {isAtLeast(roleAt(device_id), 'manager') ? (
        <NotifiedPeople alert={alert} />
      ) : (
        <NotifiedReader alert={alert} />
      )}
    </div>
  );
}

/** Finds an alert by id, as the newest up to that id; undefined if it is gone. */
async function findAlert(id: number, signal: AbortSignal): Promise<Alert | undefined> {
  if (!Number.isSafeInteger(id) || id < 1) return undefined;
  const query = { before: id + 1, limit: 1 };
  const [alert] = await call('GET /api/alerts', { query, signal });
  return alert?.id === id ? alert : undefined;
}

/** An outage is listed under each of its devices: the shown one stays. */
function withDevice(news: Alert, shown: Alert | undefined): Alert {
  return shown ? { ...news, device_id: shown.device_id } : news;
}

function useMarkedRead(alert: Alert | undefined, change: (alert: Alert) => void): void {
  const isNew = alert !== undefined && !alert.is_read;
  useEffect(() => {
    if (!isNew) return;
    const { id, device_id } = alert;
    call('PUT /api/alerts.php?action=mark-read', { query: { id } }).then(
      (read) => {
        change(withDevice(read, alert));
        emitUnlessLive('alerts-read', { device_id });
      },
      // It stays unread until it is next opened.
      () => undefined,
    );
  }, [isNew, alert?.id]);
}

type IncidentFactsProps = { alert: Alert; tank: Tank | undefined; now: number };

function IncidentFacts({ alert, tank, now }: IncidentFactsProps) {
  const { kind, device_id, sensor_name, created_at } = alert;
  const { raised_at, resolved_at, acknowledged_at } = alert;
  const sensor = sensor_name === null ? '' : `?sensor=${encodeURIComponent(sensor_name)}`;
  return (
    <Facts>
      {kind !== 'outage' && (
        <Fact name={say.tank()}>
          <a href={`/tanks/${device_id}${sensor}`}>
            {tank ? nameOf(tank) : device_id}
            {sensor_name !== null && tank?.sensors.length !== 1 && `, ${sensor_name}`}
          </a>
        </Fact>
      )}
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

/** Time shown before an alert began and after it ended. */
const besideMs = 12 * hourMs;
/** About as many as a phone has pixels; the server keeps the extremes of the level among them. */
const points = 600;

type IncidentChartProps = { alert: Alert; sensor: TankSensor };
type Stretch = { from: number; to: number };

function IncidentChart({ alert, sensor }: IncidentChartProps) {
  const { id, device_id, created_at, resolved_at } = alert;
  const { sensor_name, low_threshold, high_threshold, capacity } = sensor;
  const load = useLoad(
    async (signal) => {
      const stretch = stretchOf(alert, Date.now());
      const readings = await loadStretch({ device_id, sensor_name, ...stretch }, signal);
      return { ...stretch, readings };
    },
    [id, sensor_name, resolved_at],
  );
  return (
    <section class="card stack" aria-labelledby="incident-chart-title">
      <h2 id="incident-chart-title">{say.chart()}</h2>
      <Loaded of={load}>
        {({ readings, from, to }) =>
          readings.length === 0 ? (
            <p>{say.noReadings()}</p>
          ) : (
            <Chart
              label={say.chartOf({ sensor: sensor_name, since: dateTime(created_at) })}
              readings={readings}
              from={from}
              to={to}
              low={low_threshold}
              high={high_threshold}
              capacity={capacity}
            />
          )
        }
      </Loaded>
    </section>
  );
}

type ChartProps = Stretch & {
  label: string;
  readings: LevelReading[];
  low: number | null;
  high: number | null;
  capacity: number | null;
};

function Chart({ readings, from, to, ...rest }: ChartProps) {
  const series = useMemo(() => toSeries(readings, from, to), [readings, from, to]);
  return <LevelChart series={series} from={from} to={to} {...rest} />;
}

function stretchOf({ created_at, resolved_at }: Alert, now: number): Stretch {
  const end = resolved_at === null ? now : Date.parse(resolved_at) + besideMs;
  return { from: Date.parse(created_at) - besideMs, to: Math.min(now, end) };
}

type Wanted = Stretch & { device_id: string; sensor_name: string };

async function loadStretch(wanted: Wanted, signal: AbortSignal): Promise<LevelReading[]> {
  const { from, to, ...sensor } = wanted;
  const [start_date, end_date] = [from, to].map((at) => new Date(at).toISOString());
  const query = { ...sensor, start_date, end_date, points, format: 'json' as const };
  return await call('GET /api/reports.php?action=export', { query, signal });
}
