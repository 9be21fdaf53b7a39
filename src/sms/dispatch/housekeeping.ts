import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { statusesBefore } from '../message-states.ts';
import { followChanges, type SettleDeps } from './follow-changes.ts';
import type { ChangedMessage, Trx } from './queries.ts';

const atOnce = 1000;
type Leases = { leasedUntil: number; ahead: number };

const changed = sql`id, user_id, job_id, status, cost, due_at`;

/**
 * Takes back what a dead process had in hand. Nobody knows whether it was sent, so it is `unknown`: a
 * transactional message is due again at once, as often as it may be repeated; a promotional one leaves
 * the outbox and waits for a receipt.
 * @param leasedUntil leases that end by this instant are over.
 * @param ahead so are those that end after this one, which only a clock that was ahead has given.
 */
export async function recoverMessages(
  deps: SettleDeps & { unknownRepeats: number },
  { now, ...leases }: { now: number } & Leases,
): Promise<void> {
  const { unknownRepeats } = deps;
  await inRounds(async () => {
    if (!(await isAnyLeaseOver(deps.db.read, leases))) return 0;
    return await deps.db.transaction(async (trx) => {
      const lost = await loseMessages(trx, deps.db.engine, { now, unknownRepeats, ...leases });
      await followChanges(trx, deps, lost, now);
      return lost.length;
    });
  });
}

/** Gives up, and refunds, what was not sent in time: by `overdueAt`, an instant that has surely come. */
export async function expireMessages(
  deps: SettleDeps,
  { now, overdueAt }: { now: number; overdueAt: number },
): Promise<void> {
  await inRounds(async () => {
    if (!(await isAnyOverdue(deps.db.read, overdueAt))) return 0;
    return await deps.db.transaction(async (trx) => {
      const expired = await expireOverdue(trx, deps.db.engine, overdueAt);
      await followChanges(trx, deps, expired, now);
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

type Engine = SettleDeps['db']['engine'];

const list = (statuses: readonly string[]) => sql.join(statuses.map((status) => sql.lit(status)));
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
    ) and status in (${list(statusesBefore('lose'))})
    returning ${changed}`.execute(trx);
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
      status = case when status in (${list(statusesBefore('expire'))}) then 'expired' else status end,
      error = case when status in (${list(statusesBefore('expire'))})
        then 'The message was not sent in time.' else error end
    where (user_id, id) in (
      select user_id, id from sms_messages
      where due_at is not null and expires_at <= ${overdueAt} and lease_until is null
      order by expires_at limit ${sql.lit(atOnce)} ${lockOn(engine)}
    )
    returning ${changed}`.execute(trx);
  return rows;
}
