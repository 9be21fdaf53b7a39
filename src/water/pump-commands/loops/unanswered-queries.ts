import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import { isOpen } from '../../incidents/open-incidents.ts';
import { deviceIdsOf, idsOf } from '../../row-key.ts';

/** Row after which a page begins; it may lie within a device. */
type Row = { device_id: number; id: number };
type Page = { after: Row | undefined; limit: number };

const start: Row = { device_id: 0, id: 0 };

/**
 * Finds commands that wait since `sentBefore` for devices that are online, by device and id.
 * @param onlineMs silence that ends this where a device's own is not known.
 */
export async function findWaitingCommands(
  db: Db,
  { sentBefore, onlineMs, now }: { sentBefore: number; onlineMs: number; now: number },
  { after = start, limit }: Page,
) {
  return await db
    .selectFrom('pump_commands as c')
    .innerJoin('device_status as s', 's.device_id', 'c.device_id')
    .select(['c.id', 'c.device_id', 'c.sensor_name', 'c.command'])
    .select(['c.created_at', 'c.expires_at', 'c.delivered_at'])
    // A literal, since SQLite uses the index of pending commands only where it can read the word.
    .where('c.status', '=', sql.lit('pending'))
    .where('c.expires_at', '>', now)
    // The server keeps these itself, and no device is given them.
    .where('c.schedule', 'is', null)
    .where('c.created_at', '<=', sentBefore)
    .where(
      sql<number>`s.last_seen_at + coalesce(s.silent_after_ms, ${sql.lit(onlineMs)})`,
      '>',
      now,
    )
    .where('c.device_id', '>=', after.device_id)
    .where(({ eb, or }) => or([eb('c.device_id', '>', after.device_id), eb('c.id', '>', after.id)]))
    .orderBy('c.device_id')
    .orderBy('c.id')
    .limit(limit)
    .execute();
}

/** Finds when commands that are still pending were fetched, by their ids; others are left out. */
export async function findFetched(
  db: Db,
  commands: readonly { device_id: number; id: number }[],
): Promise<Map<number, number | null>> {
  const keys = commands.map(({ device_id, id }) => ({ deviceId: device_id, id }));
  const rows = await db
    .selectFrom('pump_commands')
    .select(['id', 'delivered_at'])
    .where('device_id', 'in', deviceIdsOf(keys))
    .where('id', 'in', idsOf(keys))
    .where('status', '=', 'pending')
    .execute();
  return new Map(rows.map(({ id, delivered_at }) => [id, delivered_at]));
}

export async function findUnanswered(db: Db, { after = start, limit }: Page) {
  return await db
    .selectFrom('incidents')
    .selectAll()
    .where('kind', '=', 'unanswered')
    .where(isOpen)
    .where('device_id', '>=', after.device_id)
    .where(({ eb, or }) => or([eb('device_id', '>', after.device_id), eb('id', '>', after.id)]))
    .orderBy('device_id')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * Finds the last command of each sensor of some devices that was carried out, of those that were sent after
 * another one.
 */
export async function findLastAnswered(
  db: Db,
  { deviceIds, after }: { deviceIds: number[]; after: number },
): Promise<{ device_id: number; sensor_name: string; id: number }[]> {
  if (deviceIds.length === 0) return [];
  return await db
    .selectFrom('pump_commands')
    .select(['device_id', 'sensor_name'])
    .select(({ fn }) => fn.max<number>('id').as('id'))
    .where('device_id', 'in', deviceIds)
    .where('id', '>', after)
    .where('acknowledged_at', 'is not', null)
    .groupBy(['device_id', 'sensor_name'])
    .execute();
}
