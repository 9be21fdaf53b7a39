import { sql } from 'kysely';
import type { Db } from '../../../../db/db.ts';

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
