import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { devicesSeenBy } from '../access.ts';

/**
 * Reads of a person: single incidents (`alert_reads`), and all of a device up to a mark (`alert_marks`), so
 * that one row marks thousands. Both keep the state in which an incident was read: one that has got worse, or
 * come back, since then is unread again.
 */

/** Selects incidents as `i`, joined with a person's reads `r` and marks `m`. */
export function incidentsAsReadBy(db: Db, userId: number) {
  return db
    .selectFrom('incidents as i')
    .leftJoin('alert_reads as r', (join) =>
      join
        .onRef('r.device_id', '=', 'i.device_id')
        .onRef('r.incident_id', '=', 'i.id')
        .on('r.user_id', '=', userId),
    )
    .leftJoin('alert_marks as m', (join) =>
      join.onRef('m.device_id', '=', 'i.device_id').on('m.user_id', '=', userId),
    );
}

/** Instant at which incident `i` was read as it now stands; null where it is unread. */
export const readAt = sql<number | null>`coalesce(
  case when r.raised_at >= i.raised_at then r.read_at end,
  case when m.last_id >= i.id and m.raised_at >= i.raised_at then m.read_at end)`;

/**
 * Selects the incidents `i` that a person has not read, of the devices that the person may see. The mark is
 * joined before them, so that an index leads to the incidents after it: the cost grows with the number of
 * unread ones only. (A cluster joins rows of shards with one another: hence the status.)
 */
export function unreadIncidentsOf(db: Db, userId: number) {
  return devicesSeenBy(db, { userId })
    .innerJoin('device_status as s', 's.device_id', 'p.device_id')
    .leftJoin('alert_marks as m', (join) =>
      join.onRef('m.device_id', '=', 's.device_id').on('m.user_id', '=', userId),
    )
    .innerJoin('incidents as i', (join) =>
      join
        .onRef('i.device_id', '=', 's.device_id')
        .on(
          sql<SqlBool>`(i.id > coalesce(m.last_id, 0) or i.raised_at > coalesce(m.raised_at, 0))`,
        ),
    )
    .leftJoin('alert_reads as r', (join) =>
      join
        .onRef('r.device_id', '=', 'i.device_id')
        .onRef('r.incident_id', '=', 'i.id')
        .on('r.user_id', '=', userId),
    )
    .where(sql<SqlBool>`(r.raised_at is null or r.raised_at < i.raised_at)`);
}

type OfPerson = { userId: number; deviceId: number; now: number };

export async function saveRead(
  trx: Db,
  { userId, deviceId, id, now }: OfPerson & { id: number },
): Promise<void> {
  await trx
    .insertInto('alert_reads')
    .columns(['device_id', 'user_id', 'incident_id', 'raised_at', 'read_at'])
    .expression((eb) =>
      eb
        .selectFrom('incidents')
        .select([
          'device_id',
          sql<number>`cast(${userId} as bigint)`.as('user_id'),
          'id',
          'raised_at',
          sql<number>`cast(${now} as bigint)`.as('read_at'),
        ])
        .where('device_id', '=', deviceId)
        .where('id', '=', id),
    )
    .onConflict((conflict) =>
      conflict.columns(['device_id', 'user_id', 'incident_id']).doUpdateSet(({ ref }) => ({
        raised_at: ref('excluded.raised_at'),
        read_at: ref('excluded.read_at'),
      })),
    )
    .execute();
}

export async function saveMark(trx: Db, { userId, deviceId, now }: OfPerson): Promise<void> {
  const newest = (column: 'id' | 'raised_at') =>
    trx
      .selectFrom('incidents')
      .select(column)
      .where('device_id', '=', deviceId)
      .orderBy(column, 'desc')
      .limit(1)
      .executeTakeFirst();
  const [last, latest] = [await newest('id'), await newest('raised_at')];
  if (!last || !latest) return;
  const mark = { last_id: last.id, raised_at: latest.raised_at, read_at: now };
  await trx
    .insertInto('alert_marks')
    .values({ device_id: deviceId, user_id: userId, ...mark })
    .onConflict((conflict) => conflict.columns(['device_id', 'user_id']).doUpdateSet(mark))
    .execute();
}

/** Deletes the reads of a device's incidents that no longer exist. */
export async function deleteReadsOfGone(trx: Db, deviceId: number): Promise<void> {
  await trx
    .deleteFrom('alert_reads')
    .where('device_id', '=', deviceId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('incidents as i')
            .select('i.id')
            .where('i.device_id', '=', deviceId)
            .whereRef('i.id', '=', 'alert_reads.incident_id'),
        ),
      ),
    )
    .execute();
}
