import type { Database } from '../../db/database.ts';
import type { Db, PageAfter } from '../../db/db.ts';
import { devicesSeenBy, type Viewer } from '../access.ts';
import { deviceRecords } from '../devices/queries.ts';
import type { FoundAlert } from './find-alert.ts';

/** A device that an alert is about, as far as the alert goes. */
type Member = {
  id: number;
  /** Instant when it was last seen before it fell silent; null where that was not stored, or it never did. */
  silent_since: number | null;
  /** Instant when it was seen again; null while it is silent. */
  back_at: number | null;
};

type Page = PageAfter & {
  /** Only those that are silent still, or only those that are not. */
  silent: boolean | undefined;
};

export type AlertDeviceRecord = Awaited<ReturnType<typeof findAlertDevices>>[number];

/**
 * Finds the devices of an alert that a viewer may see, in the order of their ids: those of an outage, else
 * the one that the alert is listed under. In three queries, however many they are.
 */
export async function findAlertDevices(
  { longRead: db }: Pick<Database, 'longRead'>,
  viewer: Viewer,
  alert: Pick<FoundAlert, 'id' | 'kind' | 'listedUnder'>,
  page: Page,
) {
  const find = alert.kind === 'outage' ? findMembers : findOnlyMember;
  const members = await find(db, viewer, alert, page);
  const ids = members.map(({ id }) => id);
  const [devices, sensors] = [await findRecords(db, viewer, ids), await findLevels(db, ids)];
  const memberOf = new Map(members.map((member) => [member.id, member]));
  const sensorsOf = Map.groupBy(sensors, ({ device_id }) => device_id);
  return devices.map((device) => {
    const { silent_since = null, back_at = null } = memberOf.get(device.id) ?? {};
    return { ...device, silent_since, back_at, sensors: sensorsOf.get(device.id) ?? [] };
  });
}

type Of = Pick<FoundAlert, 'id' | 'listedUnder'>;

/** The status is asked for what was noted before the outage stored it itself. */
async function findMembers(db: Db, viewer: Viewer, { id }: Of, page: Page): Promise<Member[]> {
  const { after, limit, silent } = page;
  let query = devicesSeenBy(db, viewer)
    .innerJoin('outage_devices as o', 'o.device_id', 'p.device_id')
    .innerJoin('device_status as s', 's.device_id', 'p.device_id')
    .select(['p.device_id as id', 'o.left_at as back_at'])
    .select(({ fn }) => fn.coalesce('o.silent_since', 's.silent_since').as('silent_since'))
    .where('o.incident_id', '=', id)
    .where('p.device_id', '>', after);
  if (silent !== undefined) query = query.where('o.left_at', silent ? 'is' : 'is not', null);
  return await query.orderBy('p.device_id').limit(limit).execute();
}

async function findOnlyMember(
  db: Db,
  viewer: Viewer,
  { listedUnder }: Of,
  { after, limit, silent }: Page,
): Promise<Member[]> {
  let query = devicesSeenBy(db, viewer)
    .innerJoin('device_status as s', 's.device_id', 'p.device_id')
    .select(['p.device_id as id', 's.silent_since'])
    .where('p.device_id', '=', listedUnder)
    .where('p.device_id', '>', after);
  if (silent !== undefined) query = query.where('s.silent_since', silent ? 'is not' : 'is', null);
  const rows = await query.limit(limit).execute();
  return rows.map((row) => ({ ...row, back_at: null }));
}

async function findRecords(db: Db, viewer: Viewer, ids: number[]) {
  if (ids.length === 0) return [];
  return await deviceRecords(db, viewer)
    .where('p.device_id', 'in', ids)
    .orderBy('p.device_id')
    .execute();
}

/** Finds the newest readings of some devices, in the order in which their sensors were first seen. */
async function findLevels(db: Db, ids: number[]) {
  if (ids.length === 0) return [];
  return await db
    .selectFrom('sensors')
    .select(['device_id', 'name', 'level', 'status', 'recorded_at'])
    .where('device_id', 'in', ids)
    .where('recorded_at', 'is not', null)
    .orderBy('device_id')
    .orderBy('sensor_no')
    .execute();
}
