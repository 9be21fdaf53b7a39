import type { Db, PageAfter } from '../../db/db.ts';
import { devicesSeenBy, type Viewer } from '../access.ts';
import type { Facts } from '../incidents/kinds.ts';
import { leakWindowMs } from '../insights/leaks/read-evidence.ts';

/** Devices that a viewer may see: all, or those of a group. */
export type Chosen = { viewer: Viewer; groupId: number | undefined };

function chosenDevices(db: Db, { viewer, groupId }: Chosen) {
  return devicesSeenBy(db, viewer).$if(groupId !== undefined, (devices) =>
    devices.where('p.device_id', 'in', ({ selectFrom }) =>
      selectFrom('group_devices')
        .select('device_id')
        .where('group_id', '=', groupId ?? 0),
    ),
  );
}

export type MonthlyDevice = { id: number; name: string | null; mac_or_serial: string };

/** Finds a page of them, in the order of registration. */
export async function findChosenDevices(
  db: Db,
  chosen: Chosen,
  { after, limit }: PageAfter,
): Promise<MonthlyDevice[]> {
  return await chosenDevices(db, chosen)
    .select(['d.id', 'd.name', 'd.mac_or_serial'])
    .where('p.device_id', '>', after)
    .orderBy('p.device_id')
    .limit(limit)
    .execute();
}

export async function countChosenDevices(db: Db, chosen: Chosen): Promise<number> {
  const { count } = await chosenDevices(db, chosen)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * An overflow or a leak, from when it was told to its end; null while it goes on. A leak began before it was told:
 * its facts say when.
 */
export type Loss = {
  sensor_name: string | null;
  created_at: number;
  resolved_at: number | null;
} & ({ kind: 'overflow'; facts: Facts['overflow'] } | { kind: 'leak'; facts: Facts['leak'] });

/**
 * Finds the overflows and leaks of a device that overlap a span of time, in the order in which they were told, and
 * leaks that were told so soon after it that they may have begun in it.
 */
export async function findLosses(
  db: Db,
  { deviceId, start, end }: { deviceId: number; start: number; end: number },
): Promise<Loss[]> {
  const rows = await db
    .selectFrom('incidents')
    .select(['sensor_name', 'kind', 'facts', 'created_at', 'resolved_at'])
    .where('device_id', '=', deviceId)
    .where('kind', 'in', ['overflow', 'leak'])
    .where('source', '=', 'auto')
    .where(({ or, and, eb }) =>
      or([
        eb('created_at', '<', end),
        and([eb('kind', '=', 'leak'), eb('created_at', '<', end + leakWindowMs)]),
      ]),
    )
    .where(({ or, eb }) => or([eb('resolved_at', 'is', null), eb('resolved_at', '>=', start)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ facts, ...row }) => ({ ...row, facts: JSON.parse(facts) }) as Loss);
}
