import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/db.ts';

/** A receiver of deliveries, such as a webhook, and the account whose it is. */
export type Target = { id: number; user_id: number };

/** The columns of a delivery that the loop reads; its payload belongs to the service. */
export type QueuedDelivery = { id: number; attempts: number; created_at: number };

/**
 * The tables of a queue. Deliveries have `id`, `created_at`, `due_at` (null once over), `lease_until`,
 * `attempts`, `taken_at` (when the target took it), `last_error` and a column that names their target. Where they also have
 * `unsure`, it becomes 1 for a claimed delivery whose lease ran out: it may have been sent. In a queue that is
 * read in its order, a delivery that arrives makes those of its target that wait for their next try due at once.
 */
export type QueueTables = {
  targets: string;
  deliveries: string;
  targetId: string;
  notesUnsure?: true;
  isReadInOrder?: true;
};

/** `ahead`: leases that end later than this were given by a clock that was ahead, and are over. */
export type Moment = { now: number; ahead: number };

/** The holder of a target's deliveries; `leaseUntil` distinguishes one claim from another. */
export type Claim = { targetId: number; leaseUntil: number };

export type DeliveryQueue<T extends Target, D extends QueuedDelivery> = ReturnType<
  typeof createDeliveryQueue<T, D>
>;

export function createDeliveryQueue<T extends Target, D extends QueuedDelivery>(
  tables: QueueTables,
) {
  const targets = sql.table(tables.targets);
  const deliveries = sql.table(tables.deliveries);
  const targetId = sql.ref(tables.targetId);

  const isFree = ({ now, ahead }: Moment) =>
    sql`(lease_until is null or lease_until <= ${now} or lease_until > ${ahead})`;
  const isHeldBy = (claim: Claim) =>
    sql`${targetId} = ${claim.targetId} and lease_until = ${claim.leaseUntil}`;
  const noteLapsed = tables.notesUnsure
    ? sql`, unsure = case when lease_until is null then unsure else 1 end`
    : sql``;
  const noteUnanswered = tables.notesUnsure ? sql`, unsure = 1` : sql``;
  const isOneOf = (ids: number[]) => sql`id in (${sql.join(ids)})`;
  const countOf = async (db: Db, statement: RawBuilder<unknown>): Promise<number> =>
    Number((await statement.execute(db)).numAffectedRows ?? 0);

  return {
    /** Finds targets with ids above `after` that have a due delivery without a lease. */
    findTargetsWithWork: async (
      db: Db,
      { after, limit, ...moment }: { after: number; limit: number } & Moment,
    ): Promise<T[]> => {
      const { rows } = await sql<T>`
        select * from ${targets} as t where id > ${after} and exists (
          select 1 from ${deliveries}
          where ${targetId} = t.id and due_at <= ${moment.now} and ${isFree(moment)})
        order by id limit ${limit}`.execute(db);
      return rows;
    },

    /**
     * Claims due deliveries of a target until `leaseUntil`. The update repeats its state check, so that of
     * two processes that see the same row one gets it.
     */
    claim: async (
      db: Db,
      { targetId: id, leaseUntil }: Claim,
      { limit, ...moment }: { limit: number } & Moment,
    ): Promise<D[]> => {
      const isDue = sql`${targetId} = ${id} and due_at <= ${moment.now} and ${isFree(moment)}`;
      const { rows } = await sql<D>`
        update ${deliveries} set lease_until = ${leaseUntil} ${noteLapsed}
        where id in (
          select id from ${deliveries} where ${isDue} order by due_at, id limit ${limit}
        ) and ${isDue}
        returning *`.execute(db);
      return rows;
    },

    /**
     * Counts the deliveries that are still to come to an existing target; `since` is the oldest's
     * beginning.
     */
    countWaiting: async (db: Db): Promise<{ count: number; since: number | null }> => {
      const { rows } = await sql<{ count: number; since: number | null }>`
        select count(*) as count, min(created_at) as since from ${deliveries}
        where due_at is not null and ${targetId} in (select id from ${targets})`.execute(db);
      return rows[0] ?? { count: 0, since: null };
    },

    markDelivered: async (
      db: Db,
      claim: Claim,
      { ids, now }: { ids: number[]; now: number },
    ): Promise<void> => {
      await sql`
        update ${deliveries} set attempts = attempts + 1, taken_at = ${now}, due_at = null,
          lease_until = null, last_error = null
        where ${isHeldBy(claim)} and ${isOneOf(ids)}`.execute(db);
      if (!tables.isReadInOrder) return;
      await sql`
        update ${deliveries} set due_at = ${now}
        where ${targetId} = ${claim.targetId} and due_at > ${now} and lease_until is null`.execute(
        db,
      );
    },

    /** Writes down a failed try; it is the last where `dueAt` is null. */
    markFailed: async (
      db: Db,
      claim: Claim,
      {
        id,
        dueAt,
        error,
        mayBeSent = false,
      }: { id: number; dueAt: number | null; error: string; mayBeSent?: boolean },
    ): Promise<void> => {
      await sql`
        update ${deliveries} set attempts = attempts + 1, due_at = ${dueAt}, lease_until = null,
          last_error = ${error} ${mayBeSent ? noteUnanswered : sql``}
        where ${isHeldBy(claim)} and id = ${id}`.execute(db);
    },

    /** Gives back deliveries that were claimed and not tried. */
    release: async (db: Db, claim: Claim, ids: number[]): Promise<void> => {
      await sql`
        update ${deliveries} set lease_until = null
        where ${isHeldBy(claim)} and ${isOneOf(ids)}`.execute(db);
    },

    /**
     * Makes deliveries due that would be due only after an instant, as a clock which was ahead has set.
     * @returns their number, at most `limit`.
     */
    hasten: (db: Db, { now, after, limit }: { now: number; after: number; limit: number }) =>
      countOf(
        db,
        sql`
          update ${deliveries} set due_at = ${now}
          where id in (select id from ${deliveries} where due_at > ${after} limit ${limit})
            and due_at > ${after}`,
      ),

    /** Gives up old deliveries of a target that does not answer. @returns their number, at most `limit`. */
    giveUpOld: (
      db: Db,
      id: number,
      { createdBefore, error, limit }: { createdBefore: number; error: string; limit: number },
    ) =>
      countOf(
        db,
        sql`
          update ${deliveries} set due_at = null, last_error = coalesce(last_error, ${error})
          where id in (
            select id from ${deliveries}
            where ${targetId} = ${id} and due_at is not null and created_at < ${createdBefore}
              and lease_until is null
            order by due_at limit ${limit}
          ) and ${targetId} = ${id} and lease_until is null`,
      ),

    /** Deletes deliveries from before an instant. @returns their number, at most `limit`. */
    deleteOld: (db: Db, { before, limit }: { before: number; limit: number }) =>
      countOf(
        db,
        sql`
          delete from ${deliveries} where created_at < ${before} and id in (
            select id from ${deliveries} where created_at < ${before}
            order by created_at limit ${limit}
          )`,
      ),
  };
}
