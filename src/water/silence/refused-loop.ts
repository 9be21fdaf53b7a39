import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import type { RefusedFor } from '../../db/tables/device-tables.ts';
import { pagesOf } from '../../kit/async/rows-of-pages.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { minuteMs } from '../../kit/time/units.ts';
import { unpackClock } from '../clock-memory.ts';
import { mayTurnOutAhead } from '../device-clock.ts';
import { lockDevice } from '../devices/queries.ts';
import { toIncident } from '../incidents/incident-rows.ts';
import { isOpen, resolveIncidents } from '../incidents/open-incidents.ts';
import type { Incident } from '../incidents/queries.ts';
import { raiseIncidents } from '../incidents/raise-incidents.ts';
import type { LivePublisher } from '../live-publisher.ts';
import { namedDevice } from '../tank-name.ts';
import type { Page } from './silence-queries.ts';

type LoopDeps = {
  db: Database;
  clock: Clock;
  publisher: Pick<LivePublisher, 'alertsChanged'>;
};

/** A device that was refused so often, for so long, with nothing taken between, is not heard by another try. */
const leastRefused = 3;
const leastMs = 5 * minuteMs;

const pageSize = 100;

/**
 * Raises an incident for each device that sends and whose readings are all refused, and resolves it once one
 * is taken. What is refused by a clock that is ahead waits for the judgement of that clock, so that one thing is
 * told of it.
 */
export async function noteRefusedDevices(deps: LoopDeps, signal: AbortSignal): Promise<void> {
  const { db, clock, publisher } = deps;
  const now = clock();
  const heardAgain = pagesOf<Incident>(
    pageSize,
    ({ after, limit }) => findHeardAgain(db.longRead, { after: after?.device_id ?? 0, limit }),
    signal,
  );
  for await (const incidents of heardAgain) {
    publisher.alertsChanged(await resolveIncidents(db.write, incidents, now));
  }
  const refused = pagesOf<RefusedDevice>(
    pageSize,
    ({ after, limit }) => findRefused(db.longRead, { after: after?.device_id ?? 0, limit }, now),
    signal,
  );
  for await (const devices of refused) {
    const told = devices.filter((device) => !isClockToBeJudged(device, now));
    publisher.alertsChanged(await raise(db, told, now));
  }
}

type RefusedDevice = Awaited<ReturnType<typeof findRefused>>[number];

/** Whether a device is refused for its clock, of which it is not yet known whether it is ahead. */
function isClockToBeJudged({ reason, since, clock }: RefusedDevice, now: number): boolean {
  const { field } = JSON.parse(reason) as RefusedFor;
  return field === 'recorded_at' && mayTurnOutAhead(unpackClock(clock ?? ''), since, now);
}

/** Devices whose readings are refused for long enough and that have no incident of it, in the order of their ids. */
async function findRefused(db: Db, { after, limit }: Page<number>, now: number) {
  return await db
    .selectFrom('devices')
    .leftJoin('device_status as s', 's.device_id', 'devices.id')
    .select(['id as device_id', 'name', 'mac_or_serial', 'readings_refused as count', 's.clock'])
    .select((eb) => [
      eb.ref('readings_refused_since').$notNull().as('since'),
      eb.ref('readings_refused_for').$notNull().as('reason'),
    ])
    // The condition of the index of refused devices, as SQLite has to read it.
    .where('readings_refused', '>', sql.lit(0))
    .where('readings_refused', '>=', leastRefused)
    .where('readings_refused_since', '<=', now - leastMs)
    .where('id', '>', after)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('incidents as i')
            .select('i.id')
            .whereRef('i.device_id', '=', 'devices.id')
            .where('i.kind', '=', 'refused')
            .where('i.resolved_at', 'is', null),
        ),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The open incidents of devices of which a reading was taken since. */
async function findHeardAgain(db: Db, { after, limit }: Page<number>): Promise<Incident[]> {
  return await db
    .selectFrom('incidents')
    .selectAll()
    .where('kind', '=', 'refused')
    .where(isOpen)
    .where('device_id', '>', after)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('devices as d')
            .select('d.id')
            .whereRef('d.id', '=', 'incidents.device_id')
            .where('d.readings_refused', '>', 0),
        ),
      ),
    )
    .orderBy('device_id')
    .limit(limit)
    .execute();
}

async function findRefusals(trx: Db, deviceId: number) {
  return await trx
    .selectFrom('devices')
    .select('readings_refused as count')
    .select((eb) => [
      eb.ref('readings_refused_since').$notNull().as('since'),
      eb.ref('readings_refused_for').$notNull().as('reason'),
    ])
    .where('id', '=', deviceId)
    .where('readings_refused', '>=', leastRefused)
    .executeTakeFirst();
}

async function raise(db: Database, devices: RefusedDevice[], now: number): Promise<Incident[]> {
  return await db.transaction(async (trx) => {
    const found = [];
    for (const { device_id, name, mac_or_serial } of devices) {
      if (!(await lockDevice(trx, device_id))) continue;
      // A reading may have been taken since it was found.
      const refusals = await findRefusals(trx, device_id);
      if (!refusals) continue;
      const { count, since, reason } = refusals;
      const why = JSON.parse(reason) as RefusedFor;
      const device = namedDevice({ name, macOrSerial: mac_or_serial });
      const facts = { ...device, count, since, ...why };
      const of = { deviceId: device_id, sensorName: null, severity: 'warning', now } as const;
      found.push(toIncident({ kind: 'refused', facts }, of));
    }
    return await raiseIncidents(trx, found, now);
  });
}
