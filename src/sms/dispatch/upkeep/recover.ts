import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Db, Engine } from '../../../db/db.ts';
import { rowSet } from '../../../db/row-set.ts';
import { fault } from '../../../kit/api/failures/faults.ts';
import { chunksOf } from '../../../kit/chunks.ts';
import {
  type ChangedMessage,
  changedColumns,
  isMessageOfV,
  type MessageKey,
  messageKeyColumns,
  statusIsBefore,
  type Trx,
} from '../../message.ts';
import { statusesBefore } from '../../message-states.ts';
import { declareDead, forgetClaimer, holdAlone, type Lapsed } from '../claimer.ts';
import { takeOfCancelledJobs } from '../commit/cancelled-jobs.ts';
import { followChanges } from '../follow-changes.ts';

const atOnce = 1000;
const lookedUpAtOnce = 20_000;

type RecoverDeps = { db: Database; unknownRepeats: number };

/**
 * Takes back the messages of dead claimers. Nobody knows whether they were sent, so they are `unknown`: a
 * transactional one is due again at once, as often as it may be repeated; a promotional one leaves the
 * outbox and waits for a receipt.
 */
export async function recoverMessages(
  { db, unknownRepeats }: RecoverDeps,
  { now, ...lapsed }: { now: number } & Lapsed,
): Promise<void> {
  for (const claimerId of await declareDead(db.write, lapsed)) {
    await inRounds(() =>
      db.transaction(async (trx) => {
        const isLeft = await holdAlone(trx, claimerId);
        if (!isLeft) return 0;
        const lost = await loseMessages(trx, db.engine, { now, unknownRepeats, claimerId });
        const { stopped } = await takeOfCancelledJobs(trx, db.engine, lost);
        await followChanges(trx, db.engine, { moved: lost, stopped }, now);
        if (lost.length < atOnce) await forgetClaimer(trx, claimerId);
        return lost.length;
      }),
    );
  }
}

/**
 * Gives up, and refunds, messages that were not sent in time: by `overdueAt`, an instant that has surely
 * come.
 */
export async function expireMessages(
  { db }: Pick<RecoverDeps, 'db'>,
  { now, overdueAt }: { now: number; overdueAt: number },
): Promise<void> {
  await inRounds(async () => {
    if (!(await isAnyOverdue(db.read, overdueAt))) return 0;
    return await db.transaction(async (trx) => {
      const expired = await expireOverdue(trx, db.engine, overdueAt);
      const isInDoubt = ({ status }: ChangedMessage) => status === 'unknown';
      const changes = {
        moved: expired.filter((each) => !isInDoubt(each)),
        stopped: expired.filter(isInDoubt),
      };
      await followChanges(trx, db.engine, changes, now);
      return expired.length;
    });
  });
}

async function inRounds(round: () => Promise<number>): Promise<void> {
  while ((await round()) === atOnce);
}

async function isAnyOverdue(db: Db, overdueAt: number): Promise<boolean> {
  const row = await db
    .selectFrom('sms_messages')
    .select('id')
    .where('due_at', 'is not', null)
    .where('expires_at', '<=', overdueAt)
    .where('claimed_by', 'is', null)
    .orderBy('expires_at')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Walks over all that is due, in the order of its index: claims have no index, since each claim would have
 * to write into it.
 */
async function loseMessages(
  trx: Trx,
  engine: Engine,
  { claimerId, now, unknownRepeats }: { claimerId: number; now: number; unknownRepeats: number },
): Promise<ChangedMessage[]> {
  const { rows } = await sql<ChangedMessage>`
    update sms_messages set status = 'unknown', claimed_by = null, attempts = attempts + 1,
      in_doubt = in_doubt + 1, error = ${fault('serverStopped')},
      due_at = case when class = 'transactional' and in_doubt < ${unknownRepeats}
        then cast(${now} as bigint) end
    where (user_id, id) in (
      select user_id, id from sms_messages where due_at is not null and claimed_by = ${claimerId}
      order by priority, user_id, due_at, id limit ${sql.lit(atOnce)}
      ${engine === 'postgres' ? sql`for update` : sql``}
    ) and ${statusIsBefore('lose')}
    returning ${changedColumns}`.execute(trx);
  return rows;
}

/**
 * Expires overdue messages. One that may have been sent does not expire: it leaves the outbox as `unknown`
 * and is not refunded.
 */
async function expireOverdue(
  trx: Trx,
  engine: Engine,
  overdueAt: number,
): Promise<ChangedMessage[]> {
  const { rows } = await sql<ChangedMessage>`
    update sms_messages set due_at = null,
      status = case when ${statusIsBefore('expire')} then 'expired' else status end,
      error = case when ${statusIsBefore('expire')}
        then 'The message was not sent in time.' else error end
    where (user_id, id) in (
      select user_id, id from sms_messages
      where due_at is not null and expires_at <= ${overdueAt} and claimed_by is null
      order by expires_at limit ${sql.lit(atOnce)} 
      ${engine === 'postgres' ? sql`for update skip locked` : sql``}
    )
    returning ${changedColumns}`.execute(trx);
  return rows;
}

/** All that is due but `scheduled` messages, whose time their caller chose. */
const hastened = statusesBefore('claim').filter((status) => status !== 'scheduled');

/**
 * Makes messages due whose due time is after an instant: a clock that ran fast has set it.
 * Tries again come early by it, and promotional messages are put off to the end of quiet hours anew.
 */
export async function hastenMessages(
  { read, longRead, write, engine }: Pick<Database, 'read' | 'longRead' | 'write' | 'engine'>,
  { now, after }: { now: number; after: number },
): Promise<void> {
  // At each start: an embedded database without messages does without the thread of long reads.
  if (!(await isAnyInOutbox(read))) return;
  // Not after it, or they would be found again and again.
  const dueAt = Math.min(now, after);
  let waiting: MessageKey[];
  do {
    waiting = await findDueAfter(longRead, after);
    for (const messages of chunksOf(waiting, atOnce)) {
      await makeDue(write, engine, { messages, dueAt, after });
    }
  } while (waiting.length === lookedUpAtOnce);
}

async function isAnyInOutbox(db: Db): Promise<boolean> {
  const query = db.selectFrom('sms_messages').select('id').where('due_at', 'is not', null);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

async function findDueAfter(db: Db, after: number): Promise<MessageKey[]> {
  return await db
    .selectFrom('sms_messages')
    .select(['user_id', 'id'])
    .where('due_at', '>', after)
    .where('claimed_by', 'is', null)
    .where('status', 'in', hastened)
    .limit(lookedUpAtOnce)
    .execute();
}

async function makeDue(
  db: Db,
  engine: Engine,
  { messages, dueAt, after }: { messages: MessageKey[]; dueAt: number; after: number },
): Promise<void> {
  await sql`
    update sms_messages set due_at = ${dueAt},
      -- Quiet hours that put it off moved its validity along, and will do so again.
      expires_at = case when class = 'promotional' and attempts = 0
        then expires_at - due_at + cast(${dueAt} as bigint) else expires_at end
    from ${rowSet(engine, messageKeyColumns, messages)} as v
    where ${isMessageOfV} and sms_messages.due_at > ${after}
      and sms_messages.claimed_by is null`.execute(db);
}
