import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Db, Engine } from '../../db/db.ts';

/**
 * The database as the readings and hourly rollups of a device are to be read from it: complete. On
 * SQLite the newest of them may stand elsewhere, and are first brought to their tables.
 */
export async function flushForReading(db: Database, deviceId: number): Promise<Database> {
  if (db.callWriter && (await hasHeadChunk(db.read, deviceId))) {
    await db.callWriter('flushDevice', deviceId);
  }
  return db;
}

async function hasHeadChunk(db: Db, deviceId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sensors where device_id = ${deviceId} and head_chunk is not null limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * A column of the newest rollup of sensors `s`, for lists of many sensors that join it as `n`: read
 * from where it stands, without bringing it anywhere.
 */
export function newestRollup(
  column: 'last_at' | 'consumed_level' | 'consumed_volume',
  engine: Engine,
): RawBuilder<number | null> {
  const inTable = sql.ref(`n.${column}`);
  return engine === 'sqlite'
    ? sql`coalesce(s.head_chunk ->> ${sql.lit(`$.hour.${column}`)}, ${inTable})`
    : sql`${inTable}`;
}
