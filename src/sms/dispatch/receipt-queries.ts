import { sql } from 'kysely';
import type { Db, Engine } from '../../db/db.ts';
import { prepare } from '../../db/prepare.ts';
import { rowSet } from '../../db/row-set.ts';
import { statusesBefore } from '../messages/message-states.ts';
import type { ChangedMessage, Trx } from './queries.ts';

export type RefKey = { provider: string; ref: string };
export type MessageKey = { user_id: number; id: number };
export type EarlyReceipt = RefKey & {
  status: string;
  error: string | null;
  phone: string | null;
  received_at: number;
};

const refColumns = { provider: 'text', ref: 'text' } as const;
const messageColumns = { user_id: 'bigint', id: 'bigint' } as const;
const list = (statuses: readonly string[]) => sql.join(statuses.map((status) => sql.lit(status)));

/** Whose these ids are. On PostgreSQL, holds the messages, so that receipts of two parts see each other. */
export async function findByRefs(trx: Trx, refs: RefKey[]): Promise<KnownRef[]> {
  return await findRows(trx, { refs });
}

type KnownRef = RefKey & { user_id: number; message_id: number };

const findRows = prepare(({ refs }: { refs: RefKey[] }, engine) => {
  const lock = engine === 'postgres' ? sql`order by m.user_id, m.id for update of m` : sql``;
  return sql<KnownRef>`
    select r.provider, r.ref, r.user_id, r.message_id
    from ${rowSet(engine, refColumns, refs)} as v
    cross join sms_provider_refs as r
    cross join sms_messages as m
    where r.provider = v.provider and r.ref = v.ref
      and m.id = r.message_id and m.user_id = r.user_id ${lock}`;
});

/** Remembers that parts have arrived. */
export async function markDelivered(trx: Trx, refs: RefKey[]): Promise<void> {
  await markRows(trx, { refs });
}

const markRows = prepare(
  ({ refs }: { refs: RefKey[] }, engine) => sql`
    update sms_provider_refs as r set delivered = 1
    from ${rowSet(engine, refColumns, refs)} as v
    where r.provider = v.provider and r.ref = v.ref`,
);

/** Those of the messages become `delivered` all of whose parts have arrived. */
export async function deliverMessages(
  trx: Trx,
  messages: MessageKey[],
  now: number,
): Promise<ChangedMessage[]> {
  return await deliverRows(trx, { messages, now });
}

const deliverRows = prepare(
  ({ messages, now }: { messages: MessageKey[]; now: number }, engine) => sql<ChangedMessage>`
    update sms_messages
    set status = 'delivered', delivered_at = ${now}, error = null, due_at = null
    from ${rowSet(engine, messageColumns, messages)} as v
    where sms_messages.id = v.id and sms_messages.user_id = v.user_id and sms_messages.lease_until is null
      and sms_messages.status in (${list(statusesBefore('deliver'))})
      and not exists (
        select 1 from sms_provider_refs as r
        where r.user_id = sms_messages.user_id and r.message_id = sms_messages.id and r.delivered = 0
      )
    returning sms_messages.id, sms_messages.user_id, sms_messages.job_id, sms_messages.status, sms_messages.cost, sms_messages.due_at`,
);

export async function undeliverMessages(
  trx: Trx,
  engine: Engine,
  messages: (MessageKey & { error: string | null })[],
): Promise<ChangedMessage[]> {
  const columns = { ...messageColumns, error: 'text' } as const;
  const { rows } = await sql<ChangedMessage>`
    update sms_messages set status = 'undelivered', error = v.error, due_at = null
    from ${rowSet(engine, columns, messages)} as v
    where sms_messages.id = v.id and sms_messages.user_id = v.user_id and sms_messages.lease_until is null
      and sms_messages.status in (${list(statusesBefore('undeliver'))})
    returning sms_messages.id, sms_messages.user_id, sms_messages.job_id, sms_messages.status, sms_messages.cost, sms_messages.due_at`.execute(
    trx,
  );
  return rows;
}

/** Keeps receipts whose id nobody knows yet; the first word about an id stands. */
export async function keepEarlyReceipts(trx: Trx, receipts: EarlyReceipt[]): Promise<void> {
  await trx
    .insertInto('sms_early_receipts')
    .values(receipts)
    .onConflict((conflict) => conflict.columns(['provider', 'ref']).doNothing())
    .execute();
}

export async function findEarlyReceipts(db: Db, refs: RefKey[]): Promise<EarlyReceipt[]> {
  return await findEarlyRows(db, { refs });
}

const findEarlyRows = prepare(
  ({ refs }: { refs: RefKey[] }, engine) => sql<EarlyReceipt>`
    select e.provider, e.ref, e.status, e.error, e.phone, e.received_at
    from ${rowSet(engine, refColumns, refs)} as v
    cross join sms_early_receipts as e
    where e.provider = v.provider and e.ref = v.ref`,
);

export async function forgetEarlyReceipts(trx: Trx, engine: Engine, refs: RefKey[]): Promise<void> {
  await sql`
    delete from sms_early_receipts where (provider, ref) in (
      select provider, ref from ${rowSet(engine, refColumns, refs)} as v
    )`.execute(trx);
}

/** Early receipts whose message has become known since, which two processes can bring about. */
export async function findLateMatches(db: Db, limit: number): Promise<EarlyReceipt[]> {
  return await db
    .selectFrom('sms_early_receipts as e')
    .innerJoin('sms_provider_refs as r', (join) =>
      join.onRef('r.provider', '=', 'e.provider').onRef('r.ref', '=', 'e.ref'),
    )
    .select(['e.provider', 'e.ref', 'e.status', 'e.error', 'e.phone', 'e.received_at'])
    .limit(limit)
    .execute();
}

/** Early receipts that name the phone of messages whose own id never came. */
export async function findLostMatches(
  db: Db,
  { receivedBefore, limit }: { receivedBefore: number; limit: number },
): Promise<(EarlyReceipt & MessageKey)[]> {
  return await db
    .selectFrom('sms_early_receipts as e')
    .innerJoin('sms_messages as m', (join) =>
      join.onRef('m.phone', '=', 'e.phone').on('m.status', '=', sql.lit('unknown')),
    )
    .select(['e.provider', 'e.ref', 'e.status', 'e.error', 'e.phone', 'e.received_at'])
    .select(['m.user_id', 'm.id'])
    .where('e.received_at', '<', receivedBefore)
    .where('m.lease_until', 'is', null)
    .where((eb) =>
      eb.or([eb('m.provider', 'is', null), eb('m.provider', '=', eb.ref('e.provider'))]),
    )
    .limit(limit)
    .execute();
}

export async function dropEarlyReceipts(db: Db, receivedBefore: number): Promise<void> {
  await db.deleteFrom('sms_early_receipts').where('received_at', '<', receivedBefore).execute();
}
