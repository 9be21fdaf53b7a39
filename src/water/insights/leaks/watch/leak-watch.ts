import type { Db } from '../../../../db/db.ts';
import { rowsOfPages } from '../../../../kit/async/rows-of-pages.ts';
import { throwFailures, tryEach } from '../../../../kit/async/try-each.ts';
import { roundTo, roundTo2 } from '../../../../kit/round.ts';
import { dateAt, startOfDay } from '../../../../kit/time/time-zone.ts';
import { minuteMs } from '../../../../kit/time/units.ts';
import { lockDevice } from '../../../devices/queries.ts';
import { toIncident } from '../../../incidents/incident-rows.ts';
import { findSensorsMuting } from '../../../incidents/muted-kinds.ts';
import { findOpenIncidents, resolveIncidents } from '../../../incidents/open-incidents.ts';
import type { PublishDeps } from '../../../live-publisher.ts';
import { findSensorSpans } from '../../../sensors/queries.ts';
import { findLeaks, type Leak } from '../find-leaks.ts';
import { readLeakEvidence } from '../read-evidence.ts';
import { type DeviceInTurn, findDevicesInTurn, findTimeZones } from './leak-queries.ts';
import { raiseLeaks } from './raise-leaks.ts';

type WatchDeps = PublishDeps<'alertsChanged'>;

/** Devices are looked at from five in the morning of their account on, when the night is known, each at its minute. */
const beginsAtMinute = 5 * 60;
const turns = 6 * 60;
/** What was missed while no round was done is made up for, if it is not too much. */
const mostMissedMs = 60 * minuteMs;
const devicesAtOnce = 100;

/** A device with which it failed, and when it did so first. */
type Missed = DeviceInTurn & { at: number };

/**
 * Looks once a morning whether a device's sensors show a leak, as `insights.php?action=leaks` finds them,
 * and raises or resolves their incidents. Each minute of six hours has its devices, so that it
 * never takes long at once. A device with which it fails is looked at again for an hour.
 * @returns the function that does one round; that throws an AggregateError where it failed with some
 * devices, when the others have been looked at.
 */
export function createLeakWatch(deps: WatchDeps): (signal: AbortSignal) => Promise<void> {
  const { db, clock } = deps;
  let doneUntil = Number.NEGATIVE_INFINITY;
  let missed: Missed[] = [];

  return async (signal) => {
    const now = clock();
    // A clock that was set back begins anew.
    const from = doneUntil > now ? now - minuteMs : Math.max(doneUntil, now - mostMissedMs);
    const again = missed.filter(({ at }) => at <= now && at > now - mostMissedMs);
    const devices = devicesToLookAt(db.longRead, again, { from, until: now });
    const failed = await tryEach(devices, signal, async (device) => {
      await judgeDevice(deps, device, { now, signal });
    });
    // What the end of the program cut short has not failed.
    if (signal.aborted) return;
    doneUntil = now;
    // One that failed again keeps its time.
    missed = failed.map(({ item }) => ({ at: now, ...item }));
    throwFailures(failed, 'some devices could not be looked at for leaks');
  };
}

async function* devicesToLookAt(
  db: Db,
  again: readonly Missed[],
  { from, until }: { from: number; until: number },
): AsyncGenerator<DeviceInTurn | Missed> {
  yield* again;
  for (const timezone of await findTimeZones(db)) {
    for (const turn of turnsBetween(from, until, timezone)) {
      const ofTurn = { timezone, turn, turns };
      yield* rowsOfPages<DeviceInTurn>(devicesAtOnce, (page) =>
        findDevicesInTurn(db, ofTurn, page),
      );
    }
  }
}

/** The turns of a time zone that come after an instant, up to another. */
export function turnsBetween(from: number, until: number, timezone: string): number[] {
  const begin = startOfDay(dateAt(until, timezone), timezone) + beginsAtMinute * minuteMs;
  const first = Math.max(0, Math.floor((from - begin) / minuteMs) + 1);
  const last = Math.min(turns - 1, Math.floor((until - begin) / minuteMs));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

async function judgeDevice(
  { db, publisher }: WatchDeps,
  { deviceId, timezone }: DeviceInTurn,
  { now, signal }: { now: number; signal: AbortSignal },
): Promise<void> {
  const muted = await findSensorsMuting(db.longRead, deviceId, 'leak');
  const found: ReturnType<typeof toLeakIncident>[] = [];
  // Of what is muted nothing is told, and nothing stays open.
  const tight = new Set(muted);
  for (const { sensor_no: sensorNo, name } of await findSensorSpans(db.read, deviceId, undefined)) {
    if (muted.has(name)) continue;
    const asked = { deviceId, sensorNo, end: now, timezone, signal };
    const { leaks, nightsNeeded } = findLeaks(await readLeakEvidence(db, asked));
    const [mostCertain] = leaks;
    if (mostCertain) found.push(toLeakIncident(mostCertain, { deviceId, sensorName: name, now }));
    else if (nightsNeeded === 0) tight.add(name);
  }
  const open = await findOpenIncidents(db.longRead, 'leak', [deviceId]);
  const over = open.filter(({ sensor_name }) => sensor_name !== null && tight.has(sensor_name));
  if (found.length === 0 && over.length === 0) return;
  const changed = await db.transaction(async (trx) => {
    if (!(await lockDevice(trx, deviceId))) return [];
    const raised = await raiseLeaks(trx, found, now);
    return [...raised, ...(await resolveIncidents(trx, over, now))];
  });
  publisher.alertsChanged(changed);
}

function toLeakIncident(
  { percentPerDay, litresPerDay, since, nights, confidence }: Leak,
  of: { deviceId: number; sensorName: string; now: number },
) {
  const facts = {
    percent_per_day: roundTo2(percentPerDay),
    litres_per_day: litresPerDay === null ? null : roundTo2(litresPerDay),
    since,
    nights,
    confidence: roundTo(confidence, 3),
  };
  return toIncident({ kind: 'leak', facts }, { ...of, severity: 'warning' });
}
