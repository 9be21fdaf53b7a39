import { sql } from 'kysely';
import type { Db, Engine } from '../../db/db.ts';
import { prepare } from '../../db/prepare.ts';
import { rowSet } from '../../db/row-set.ts';
import { aheadOf } from '../../kit/time/elapsed.ts';
import { dayMs } from '../../kit/time/units.ts';

export const keptMs = dayMs;

/**
 * A key of an account, and the hash of its request. `formerHash` is the one that versions up to 0.1 made, of
 * the fields in the order in which they came.
 */
export type KeyedRequest = { userId: number; key: string; hash: string; formerHash: string };

export type StoredAnswer = {
  request_hash: string;
  /** The message from whose state the answer follows; null where the answer is final. */
  message_id: number | null;
  message_status: string | null;
  status: number;
  answer: string;
};

/** Finds the answer to a key that is not older than `since`. */
export async function findAnswer(
  db: Db,
  { userId, key }: KeyedRequest,
  since: number,
): Promise<StoredAnswer | undefined> {
  const [answer] = await findAnswerRows(db, { userId, key, since });
  return answer;
}

// Not a join: SQLite would plan one with parameters anew at each run.
const findAnswerRows = prepare(
  ({ userId, key, since }: { userId: number; key: string; since: number }, _engine, db) =>
    db
      .selectFrom('sms_idempotency as i')
      .select((eb) => [
        'i.request_hash',
        'i.message_id',
        eb
          .selectFrom('sms_messages as m')
          .select('m.status')
          .whereRef('m.user_id', '=', 'i.user_id')
          .whereRef('m.id', '=', 'i.message_id')
          .as('message_status'),
        'i.status',
        'i.answer',
      ])
      .where('i.user_id', '=', userId)
      .where('i.key', '=', key)
      .where('i.created_at', '>', since),
);

/**
 * Takes keys that were not used since `since`. On PostgreSQL a key that another transaction is taking is
 * waited for.
 * @returns those that were free, as `user/key`.
 */
export async function takeKeys(
  db: Db,
  engine: Engine,
  requests: readonly KeyedRequest[],
  { now, since }: { now: number; since: number },
): Promise<Set<string>> {
  const columns = { user_id: 'bigint', key: 'text', hash: 'text' } as const;
  const rows = requests.map(({ userId, key, hash }) => ({ user_id: userId, key, hash }));
  // In one order everywhere, so that two transactions never wait for each other.
  const { rows: taken } = await sql<{ user_id: number; key: string }>`
    insert into sms_idempotency (user_id, key, request_hash, status, answer, created_at)
    select user_id, key, hash, 0, '', ${now} from ${rowSet(engine, columns, rows)} as v
    where true order by user_id, key
    on conflict (user_id, key) do update
    set request_hash = excluded.request_hash, message_id = null, status = 0, answer = '',
      created_at = excluded.created_at
    where sms_idempotency.created_at <= ${since}
    returning user_id, key`.execute(db);
  return new Set(taken.map(({ user_id, key }) => `${user_id}/${key}`));
}

export type NewAnswer = {
  userId: number;
  key: string;
  messageId: number | null;
  status: number;
  answer: string;
};

export async function saveAnswers(
  db: Db,
  engine: Engine,
  answers: readonly NewAnswer[],
): Promise<void> {
  const columns = {
    user_id: 'bigint',
    key: 'text',
    message_id: 'bigint',
    status: 'bigint',
    answer: 'text',
  } as const;
  const rows = answers.map(({ userId, key, messageId, status, answer }) => ({
    user_id: userId,
    key,
    message_id: messageId,
    status,
    answer,
  }));
  await sql`
    update sms_idempotency as i
    set message_id = v.message_id, status = v.status, answer = v.answer
    from ${rowSet(engine, columns, rows)} as v
    where i.user_id = v.user_id and i.key = v.key`.execute(db);
}

/** Frees keys whose request has failed: failures are not kept. */
export async function freeKeys(
  db: Db,
  engine: Engine,
  keys: readonly { userId: number; key: string }[],
): Promise<void> {
  const columns = { user_id: 'bigint', key: 'text' } as const;
  const rows = keys.map(({ userId, key }) => ({ user_id: userId, key }));
  await sql`
    delete from sms_idempotency
    where (user_id, key) in (select user_id, key from ${rowSet(engine, columns, rows)} as v)`.execute(
    db,
  );
}

/** Frees a key whose message has failed, unless it was taken anew meanwhile. */
export async function freeKeyOf(db: Db, userId: number, messageId: number, key: string) {
  await db
    .deleteFrom('sms_idempotency')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('message_id', '=', messageId)
    .execute();
}

/** Makes the answer about a message final. */
export async function settleAnswer(
  db: Db,
  { userId, key }: KeyedRequest,
  messageId: number,
  answer: string,
): Promise<void> {
  await db
    .updateTable('sms_idempotency')
    .set({ answer, message_id: null })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('message_id', '=', messageId)
    .execute();
}

/** Dates answers from now that were kept in a time which has not come. */
export async function pullAnswersBack(db: Db, now: number): Promise<void> {
  await db
    .updateTable('sms_idempotency')
    .set({ created_at: now })
    .where('created_at', '>', aheadOf(now))
    .execute();
}

export async function deleteOldAnswers(
  db: Db,
  { until, limit }: { until: number; limit: number },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sms_idempotency')
    .where((eb) =>
      eb(
        eb.refTuple('user_id', 'key'),
        'in',
        eb
          .selectFrom('sms_idempotency')
          .select(['user_id', 'key'])
          .where('created_at', '<=', until)
          .orderBy('created_at')
          .limit(limit)
          .$asTuple('user_id', 'key'),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
