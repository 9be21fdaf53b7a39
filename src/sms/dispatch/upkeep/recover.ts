import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Db, Engine } from '../../../db/db.ts';
import { rowSet } from '../../../db/row-set.ts';
import { chunksOf } from '../../../kit/chunks.ts';
import { statusesBefore } from '../../message-states.ts';
import { followChanges } from '../follow-changes.ts';
import {
  type ChangedMessage,
  changedColumns,
  isMessageOfV,
  type MessageKey,
  messageKeyColumns,
  statusIsBefore,
  type Trx,
} from '../message-rows.ts';

const atOnce = 1000;
const lookedUpAtOnce = 20_000;

type RecoverDeps = { db: Database; unknownRepeats: number };
type Leases = { leasedUntil: number; ahead: number };

/**
 * Takes back what a dead process had claimed. Nobody knows whether it was sent, so it is `unknown`: a
 * transactional message is due again at once, as often as it may be repeated; a promotional one leaves
 * the outbox and waits for a receipt.
 * @param leasedUntil leases that end by this instant are over.
 * @param ahead so are those that end after this one, which only a clock that was ahead has given.
 */
export async function recoverMessages(
  { db, unknownRepeats }: RecoverDeps,
  { now, ...leases }: { now: number } & Leases,
): Promise<void> {
  await inRounds(async () => {
    if (!(await isAnyLeaseOver(db.read, leases))) return 0;
    return await db.transaction(async (trx) => {
      const lost = await loseMessages(trx, db.engine, { now, unknownRepeats, ...leases });
      await followChanges(trx, db.engine, lost, now);
      return lost.length;
    });
  });
}

/** Gives up, and refunds, what was not sent in time: by `overdueAt`, an instant that has surely come. */
export async function expireMessages(
  { db }: Pick<RecoverDeps, 'db'>,
  { now, overdueAt }: { now: number; overdueAt: number },
): Promise<void> {
  await inRounds(async () => {
    if (!(await isAnyOverdue(db.read, overdueAt))) return 0;
    return await db.transaction(async (trx) => {
      const expired = await expireOverdue(trx, db.engine, overdueAt);
      await followChanges(trx, db.engine, expired, now);
      return expired.length;
    });
  });
}

async function inRounds(round: () => Promise<number>): Promise<void> {
  while ((await round()) === atOnce);
}

async function isAnyLeaseOver(db: Db, { leasedUntil, ahead }: Leases): Promise<boolean> {
  const row = await db
    .selectFrom('sms_messages')
    .select('id')
    .where('lease_until', 'is not', null)
    .where((eb) => eb.or([eb('lease_until', '<=', leasedUntil), eb('lease_until', '>', ahead)]))
    .orderBy('lease_until')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function isAnyOverdue(db: Db, overdueAt: number): Promise<boolean> {
  const row = await db
    .selectFrom('sms_messages')
    .select('id')
    .where('due_at', 'is not', null)
    .where('expires_at', '<=', overdueAt)
    .where('lease_until', 'is', null)
    .orderBy('expires_at')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const lockOn = (engine: Engine) => (engine === 'postgres' ? sql`for update skip locked` : sql``);

async function loseMessages(
  trx: Trx,
  engine: Engine,
  { now, unknownRepeats, leasedUntil, ahead }: { now: number; unknownRepeats: number } & Leases,
): Promise<ChangedMessage[]> {
  const { rows } = await sql<ChangedMessage>`
    update sms_messages set status = 'unknown', lease_until = null, attempts = attempts + 1,
      in_doubt = in_doubt + 1, error = 'The server stopped before the provider answered.',
      due_at = case when class = 'transactional' and in_doubt < ${unknownRepeats}
        then cast(${now} as bigint) end
    where (user_id, id) in (
      select user_id, id from sms_messages where lease_until is not null
        and (lease_until <= ${leasedUntil} or lease_until > ${ahead})
      order by lease_until limit ${sql.lit(atOnce)} ${lockOn(engine)}
    ) and ${statusIsBefore('lose')}
    returning ${changedColumns}`.execute(trx);
  return rows;
}

/** What may have been sent does not expire: it leaves the outbox as `unknown` and is not refunded. */
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
      where due_at is not null and expires_at <= ${overdueAt} and lease_until is null
      order by expires_at limit ${sql.lit(atOnce)} ${lockOn(engine)}
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
  { longRead, write, engine }: Pick<Database, 'longRead' | 'write' | 'engine'>,
  { now, after }: { now: number; after: number },
): Promise<void> {
  let waiting: MessageKey[];
  do {
    waiting = await findDueAfter(longRead, after);
    for (const messages of chunksOf(waiting, atOnce)) {
      await makeDue(write, engine, { messages, now, after });
    }
  } while (waiting.length === lookedUpAtOnce);
}

async function findDueAfter(db: Db, after: number): Promise<MessageKey[]> {
  return await db
    .selectFrom('sms_messages')
    .select(['user_id', 'id'])
    .where('due_at', '>', after)
    .where('lease_until', 'is', null)
    .where('status', 'in', hastened)
    .limit(lookedUpAtOnce)
    .execute();
}

async function makeDue(
  db: Db,
  engine: Engine,
  { messages, now, after }: { messages: MessageKey[]; now: number; after: number },
): Promise<void> {
  await sql`
    update sms_messages set due_at = ${now}
    from ${rowSet(engine, messageKeyColumns, messages)} as v
    where ${isMessageOfV} and sms_messages.due_at > ${after}
      and sms_messages.lease_until is null`.execute(db);
}
