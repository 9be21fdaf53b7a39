import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/** Alert or pump command that is over, with the instant from which its retention counts. */
export type OldRow = { device_id: number; id: number; at: number };

/** Rows of an instant before `before`, from after the last one read. */
export type OldPage = { before: number; after: Pick<OldRow, 'at' | 'id'>; limit: number };

/** Conditions of their indexes: literals, since SQLite uses an index only where it can read the words. */
const isNote = sql<boolean>`source = 'user'`;
const isOver = sql<boolean>`status <> 'pending' and next_at is null`;

export async function findResolvedIncidents(
  db: Db,
  { before, after, limit }: OldPage,
): Promise<OldRow[]> {
  return await db
    .selectFrom('incidents')
    .select(['device_id', 'id', ({ ref }) => ref('resolved_at').$notNull().as('at')])
    .where('resolved_at', '<', before)
    .where('resolved_at', '>=', after.at)
    .where(({ eb, or }) => or([eb('resolved_at', '>', after.at), eb('id', '>', after.id)]))
    .orderBy('resolved_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Finds notes that people wrote before an instant; a note is never open, and so never resolved. */
export async function findOldNotes(db: Db, { before, after, limit }: OldPage): Promise<OldRow[]> {
  return await db
    .selectFrom('incidents')
    .select(['device_id', 'id', 'created_at as at'])
    .where(isNote)
    .where('created_at', '<', before)
    .where('created_at', '>=', after.at)
    .where(({ eb, or }) => or([eb('created_at', '>', after.at), eb('id', '>', after.id)]))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * Finds pump commands that are over, and if each is the last executed switch of its sensor: the rules of the
 * pump depend on that one, however old it is.
 */
export async function findOverCommands(
  db: Db,
  { before, after, limit }: OldPage,
): Promise<(OldRow & { isLastSwitch: boolean })[]> {
  const rows = await db
    .selectFrom('pump_commands as c')
    .select(['c.device_id', 'c.id', 'c.created_at as at', 'c.command', 'c.status'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('pump_commands as l')
          .select('l.id')
          .whereRef('l.device_id', '=', 'c.device_id')
          .whereRef('l.sensor_name', '=', 'c.sensor_name')
          .whereRef('l.id', '>', 'c.id')
          .where('l.command', 'in', ['on', 'off'])
          .where('l.status', '=', 'executed'),
      ).as('is_followed'),
    )
    .where(isOver)
    .where('c.created_at', '<', before)
    .where('c.created_at', '>=', after.at)
    .where(({ eb, or }) => or([eb('c.created_at', '>', after.at), eb('c.id', '>', after.id)]))
    .orderBy('c.created_at')
    .orderBy('c.id')
    .limit(limit)
    .execute();
  return rows.map(({ command, status, is_followed, ...row }) => ({
    ...row,
    isLastSwitch: status === 'executed' && /^(on|off)$/.test(command) && !is_followed,
  }));
}

/** Deletes alerts with their outages and reads; alerts that were reopened meanwhile stay. */
export async function deleteIncidents(
  trx: Db,
  rows: readonly OldRow[],
  before: number,
): Promise<number> {
  const deleted = await trx
    .deleteFrom('incidents')
    .where(isOneOf(rows))
    .where(({ eb, or }) => or([eb('resolved_at', '<', before), isNote]))
    .returning(['device_id', 'id'])
    .execute();
  if (deleted.length === 0) return 0;
  const ids = deleted.map(({ id }) => id);
  await trx.deleteFrom('outage_devices').where('incident_id', 'in', ids).execute();
  const deviceIds = [...new Set(deleted.map(({ device_id }) => device_id))];
  await trx
    .deleteFrom('alert_reads')
    .where('device_id', 'in', deviceIds)
    .where('incident_id', 'in', ids)
    .execute();
  return deleted.length;
}

/** @returns the number of deleted commands. */
export async function deleteCommands(db: Db, rows: readonly OldRow[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('pump_commands')
    .where(isOneOf(rows))
    .where(isOver)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Matches at least one row; SQLite takes a list of pairs only as `values`. */
function isOneOf(rows: readonly OldRow[]) {
  const keys = rows.map(
    ({ device_id, id }) => sql`(cast(${device_id} as bigint), cast(${id} as bigint))`,
  );
  return sql<boolean>`(device_id, id) in (values ${sql.join(keys)})`;
}
