import { sql } from 'kysely';
import type { Db } from '../../../../db/db.ts';
import type { Incident } from '../../../incidents/queries.ts';
import { unrouted } from '../../../incidents/unrouted.ts';

/** The time zones in which accounts are. */
export async function findTimeZones(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('users').select('timezone').distinct().execute();
  return rows.map(({ timezone }) => timezone);
}

export type DeviceInTurn = { deviceId: number; timezone: string };

/** The devices of a time zone whose turn it is at one of so many times, from behind one of them. */
export async function findDevicesInTurn(
  db: Db,
  { timezone, turn, turns }: { timezone: string; turn: number; turns: number },
  { after, limit }: { after: DeviceInTurn | undefined; limit: number },
): Promise<DeviceInTurn[]> {
  return await db
    .selectFrom('devices as d')
    .innerJoin('users as u', 'u.id', 'd.owner_id')
    .select(['d.id as deviceId', 'u.timezone'])
    .where('u.timezone', '=', timezone)
    .where(sql<boolean>`d.id % ${sql.lit(turns)} = ${sql.lit(turn)}`)
    .where('d.id', '>', after?.deviceId ?? 0)
    .orderBy('d.id')
    .limit(limit)
    .execute();
}

/** Changes the facts of an open leak, and where it is news the instant of that. @returns none where it is gone. */
export async function changeLeak(
  trx: Db,
  { device_id, id }: Pick<Incident, 'device_id' | 'id'>,
  { facts, raised_at }: { facts: string; raised_at?: number },
): Promise<Incident[]> {
  return await trx
    .updateTable('incidents')
    .set({ facts, ...(raised_at !== undefined && { raised_at, ...unrouted }) })
    .where('device_id', '=', device_id)
    .where('id', '=', id)
    .returningAll()
    .execute();
}
