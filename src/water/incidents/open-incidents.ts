import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { deviceKinds, type IncidentKind } from './kinds.ts';
import type { Incident } from './queries.ts';
import { unrouted } from './unrouted.ts';

/** Literals, since SQLite uses the index of open incidents only where it can read them. */
export const isOpen = sql<boolean>`(resolved_at is null and source = 'auto')`;

export async function findOpenIncidents(
  db: Db,
  kind: IncidentKind,
  deviceIds: number[],
): Promise<Incident[]> {
  if (deviceIds.length === 0) return [];
  return await db
    .selectFrom('incidents')
    .selectAll()
    .where('kind', '=', kind)
    .where('device_id', 'in', deviceIds)
    .where(isOpen)
    .execute();
}

/** Resolves incidents. @returns those that were open until now. */
export async function resolveIncidents(
  db: Db,
  keys: Pick<Incident, 'device_id' | 'id'>[],
  now: number,
): Promise<Incident[]> {
  if (keys.length === 0) return [];
  return await db
    .updateTable('incidents')
    .set({ resolved_at: now, ...unrouted })
    .where(
      'device_id',
      'in',
      keys.map(({ device_id }) => device_id),
    )
    .where(
      'id',
      'in',
      keys.map(({ id }) => id),
    )
    .where('resolved_at', 'is', null)
    .returningAll()
    .execute();
}

/** Resolves what is wrong with the hardware of a device, as another one takes its place. @returns what was open. */
export async function resolveDeviceIncidents(
  trx: Db,
  deviceId: number,
  now: number,
): Promise<Incident[]> {
  const open = [];
  for (const kind of deviceKinds) open.push(...(await findOpenIncidents(trx, kind, [deviceId])));
  return await resolveIncidents(trx, open, now);
}
