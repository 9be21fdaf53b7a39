import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import { prepare } from '../../../db/prepare.ts';
import { rowSet } from '../../../db/row-set.ts';
import type { Flag } from '../../../db/tables/flag.ts';
import { hourMs } from '../../../kit/time/units.ts';
import type { MessageKey, Trx } from '../../message.ts';
import type { RefKey } from './receipt-queries.ts';

export type EarlyKey = RefKey & { phone: string };
export type EarlyReceipt = EarlyKey & {
  status: string;
  error: string | null;
  any_form: Flag;
  received_at: number;
  due_at: number;
};

/** Back-offs end before that; what is due later was stored before the clock went back. */
const longestBackOffMs = 2 * hourMs;

const columns = [
  'e.provider',
  'e.ref',
  'e.phone',
  'e.status',
  'e.error',
  'e.any_form',
  'e.received_at',
  'e.due_at',
] as const;
const earlyColumns = sql.join(columns.map((name) => sql.ref(name)));

/** Keeps receipts that have no message yet; the first word about an id and a phone stands. */
export async function keepEarlyReceipts(trx: Trx, receipts: EarlyReceipt[]): Promise<void> {
  await trx
    .insertInto('sms_early_receipts')
    .values(receipts)
    .onConflict((conflict) => conflict.columns(['provider', 'ref', 'phone']).doNothing())
    .execute();
}

/** True if there are any, which is rare. */
export async function isAnyReceiptEarly(db: Db): Promise<boolean> {
  return (await findAny(db, {})).length > 0;
}

const findAny = prepare(
  () => sql<{ found: number }>`select 1 as found from sms_early_receipts limit 1`,
);

const refColumns = { provider: 'text', ref: 'text' } as const;

/** Finds the receipts that were kept under one of these ids, as receipts write them. */
export const findEarlyByRefs = prepare(
  ({ refs }: { refs: RefKey[] }, engine) => sql<EarlyReceipt>`
    select ${earlyColumns}
    from ${rowSet(engine, refColumns, refs)} as v
    cross join sms_early_receipts as e
    where e.provider = v.provider and e.ref = v.ref`,
);

export async function findDueReceipts(
  db: Db,
  { now, limit }: { now: number; limit: number },
): Promise<EarlyReceipt[]> {
  return await db
    .selectFrom('sms_early_receipts as e')
    .select(columns)
    .where((eb) => eb.or([eb('due_at', '<=', now), eb('due_at', '>', now + longestBackOffMs)]))
    .orderBy('due_at')
    .limit(limit)
    .execute();
}

const keyColumns = { provider: 'text', ref: 'text', phone: 'text' } as const;

export const postponeEarlyReceipts = prepare(
  ({ receipts }: { receipts: (EarlyKey & { due_at: number })[] }, engine) => sql`
    update sms_early_receipts as e set due_at = v.due_at
    from ${rowSet(engine, { ...keyColumns, due_at: 'bigint' } as const, receipts)} as v
    where e.provider = v.provider and e.ref = v.ref and e.phone = v.phone`,
);

/**
 * Forgets receipts. @returns the providers of those that no other transaction has forgotten, one for each.
 */
export async function forgetEarlyReceipts(trx: Trx, receipts: EarlyKey[]): Promise<string[]> {
  const forgotten = await forgetRows(trx, { receipts });
  return forgotten.map(({ provider }) => provider);
}

const forgetRows = prepare(
  ({ receipts }: { receipts: EarlyKey[] }, engine) => sql<{ provider: string }>`
    delete from sms_early_receipts where (provider, ref, phone) in (
      select provider, ref, phone from ${rowSet(engine, keyColumns, receipts)} as v
    )
    returning provider`,
);

/** Finds early receipts that name the phone of messages whose own id never came. */
export async function findLostMatches(
  db: Db,
  { receivedBefore, limit }: { receivedBefore: number; limit: number },
): Promise<(EarlyReceipt & MessageKey)[]> {
  return await db
    .selectFrom('sms_early_receipts as e')
    .innerJoin('sms_messages as m', (join) =>
      join
        .onRef('m.phone', '=', 'e.phone')
        .on('m.status', '=', sql.lit('unknown'))
        // The condition of the index by phone.
        .on('m.in_doubt', '>', sql.lit(0)),
    )
    .select(columns)
    .select(['m.user_id', 'm.id'])
    .where('e.received_at', '<', receivedBefore)
    .where('m.claimed_by', 'is', null)
    .where((eb) =>
      eb.or([eb('m.provider', 'is', null), eb('m.provider', '=', eb.ref('e.provider'))]),
    )
    .limit(limit)
    .execute();
}

/** Deletes early receipts. @returns the number of each provider's. */
export async function dropEarlyReceipts(
  db: Db,
  receivedBefore: number,
): Promise<{ provider: string }[]> {
  return await db
    .deleteFrom('sms_early_receipts')
    .where('received_at', '<', receivedBefore)
    .returning('provider')
    .execute();
}
