import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import { isOpen } from '../../incidents/open-incidents.ts';

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

/** True if a device has carried out a command of a sensor that was sent after another one. */
export async function hasAnsweredLater(
  db: Db,
  { deviceId, sensorName, after }: { deviceId: number; sensorName: string; after: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('pump_commands')
    .select('id')
    .where('device_id', '=', deviceId)
    .where('id', '>', after)
    .where('sensor_name', '=', sensorName)
    .where('acknowledged_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
