import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { dateAt, startOfDay } from '../../kit/time/time-zone.ts';
import { dayMs, minuteMs } from '../../kit/time/units.ts';
import { lockDevice } from '../../water/devices/queries.ts';
import type { Device } from '../../water/guards.ts';
import { toIncident } from '../../water/incidents/incident-rows.ts';
import { findSensorsMuting } from '../../water/incidents/muted-kinds.ts';
import { findOpenIncidents, resolveIncidents } from '../../water/incidents/open-incidents.ts';
import { raiseIncidents } from '../../water/incidents/raise-incidents.ts';
import { reportLeaks } from '../../water/insights/leaks/report-leaks.ts';
import type { Leaks } from '../../water/insights/leaks/schemas.ts';
import type { LivePublisher } from '../../water/live-publisher.ts';
import { openReport } from '../../water/reports/report.ts';
import { findDevicesInTurn, findTimeZones } from './leak-queries.ts';

type WatchDeps = {
  db: Database;
  clock: Clock;
  publisher: Pick<LivePublisher, 'alertsChanged'>;
};

/** Devices are looked at from five in the morning of their account on, when the night is known, each at its minute. */
const beginsAtMinute = 5 * 60;
const turns = 6 * 60;
/** What was missed while no round was done is made up for, if it is not too much. */
const mostMissedMs = 60 * minuteMs;
const devicesAtOnce = 100;

/** A leak that nights show now and then is the same for a week, and no news. */
const leakReturns = { sameMs: 7 * dayMs, quietMs: 7 * dayMs };

/**
 * Looks once a morning whether a device's sensors show a leak, by what `insights.php?action=leaks` answers,
 * and raises or resolves their incidents. Each minute of six hours has its devices, so that it
 * never takes long at once.
 * @returns the function that does one round.
 */
export function createLeakWatch(deps: WatchDeps): (signal: AbortSignal) => Promise<void> {
  const { db, clock } = deps;
  let doneUntil = Number.NEGATIVE_INFINITY;

  return async (signal) => {
    const now = clock();
    // A clock that was set back begins anew.
    const from = doneUntil > now ? now - minuteMs : Math.max(doneUntil, now - mostMissedMs);
    for (const timezone of await findTimeZones(db.longRead)) {
      for (const turn of turnsBetween(from, now, timezone)) {
        if (!(await lookAt(deps, { timezone, turn }, signal))) return;
      }
    }
    doneUntil = now;
  };
}

/** The turns of a time zone that come after an instant, up to another. */
export function turnsBetween(from: number, until: number, timezone: string): number[] {
  const begin = startOfDay(dateAt(until, timezone), timezone) + beginsAtMinute * minuteMs;
  const first = Math.max(0, Math.floor((from - begin) / minuteMs) + 1);
  const last = Math.min(turns - 1, Math.floor((until - begin) / minuteMs));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

/** @returns whether it came to the end before it was to stop. */
async function lookAt(
  deps: WatchDeps,
  of: { timezone: string; turn: number },
  signal: AbortSignal,
): Promise<boolean> {
  let devices: Device[] = [];
  let after = 0;
  do {
    const page = { after, limit: devicesAtOnce };
    devices = await findDevicesInTurn(deps.db.longRead, { ...of, turns }, page);
    for (const device of devices) {
      if (signal.aborted) return false;
      await judgeDevice(deps, device, { timezone: of.timezone, signal });
      after = device.id;
    }
  } while (devices.length === devicesAtOnce);
  return true;
}

async function judgeDevice(
  { db, clock, publisher }: WatchDeps,
  device: Device,
  { timezone, signal }: { timezone: string; signal: AbortSignal },
): Promise<void> {
  const asked = { query: { device_id: String(device.id) }, signal };
  const report = await openReport({ clock }, { timezone }, asked, async () => device);
  const { sensors } = await reportLeaks({ db }, report, device.owner_id);
  const open = await findOpenIncidents(db.longRead, 'leak', [device.id]);
  const muted = await findSensorsMuting(db.longRead, device.id, 'leak');
  const found = sensors
    .filter(({ sensor_name }) => !muted.has(sensor_name))
    .flatMap((sensor) => toLeak(sensor, device.id, report.now));
  const isTight = ({ sensor_name, leaks, nights_needed }: (typeof sensors)[number]) =>
    muted.has(sensor_name) || (leaks.length === 0 && nights_needed === 0);
  const tight = new Set(sensors.filter(isTight).map(({ sensor_name }) => sensor_name));
  const over = open.filter(({ sensor_name }) => sensor_name !== null && tight.has(sensor_name));
  if (found.length === 0 && over.length === 0) return;
  const changed = await db.transaction(async (db) => {
    if (!(await lockDevice(db, device.id))) return [];
    const raised = await raiseIncidents(db, found, report.now, leakReturns);
    return [...raised, ...(await resolveIncidents(db, over, report.now))];
  });
  publisher.alertsChanged(changed);
}

/** The most certain leak of a sensor, if it has one. */
function toLeak({ sensor_name, leaks }: Leaks['sensors'][number], deviceId: number, now: number) {
  const [leak] = leaks;
  if (!leak) return [];
  const { percent_per_day, litres_per_day, nights, confidence } = leak;
  const facts = {
    percent_per_day,
    litres_per_day,
    since: Date.parse(leak.since),
    nights,
    confidence,
  };
  const of = { deviceId, sensorName: sensor_name, severity: 'warning' as const, now };
  return [toIncident({ kind: 'leak', facts }, of)];
}
