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
  other_phone: string;
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
  'e.other_phone',
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

const lostColumns = [...columns.map((name) => name.slice('e.'.length)), 'user_id', 'id'];

/** An early receipt, and the message whose own id never came that it speaks of. */
export type LostMatch = EarlyReceipt & MessageKey;

/**
 * Finds early receipts whose answer will not come any more, the oldest first: such a receipt names a phone,
 * and just one message to that phone is `unknown` that was there when it came. "Delivered" speaks of one
 * part: of a long message all parts have to say so, and which copy a part is of is known only where it went
 * once.
 */
export const findLostMatches = prepare(
  ({ receivedBefore, limit }: { receivedBefore: number; limit: number }) => sql<LostMatch>`
    select ${sql.join(lostColumns.map((name) => sql.ref(name)))} from (
      select alone.*, sum(case status when 'delivered' then 1 else 0 end)
        over (partition by user_id, id) as arrived
      from (
        select ${earlyColumns}, min(m.user_id) as user_id, min(m.id) as id,
          min(m.segments) as segments, min(m.in_doubt) as copies
        from sms_early_receipts as e
          join sms_messages as m on m.phone = e.phone and m.status = 'unknown'
            -- The condition of the index by phone.
            and m.in_doubt > 0
            and (m.provider is null or m.provider = e.provider)
            and coalesce(m.scheduled_at, m.created_at) <= e.received_at
        where e.received_at < ${receivedBefore}
        group by e.provider, e.ref, e.phone
        having count(*) = 1 and count(m.claimed_by) = 0
      ) as alone
    ) as counted
    where status <> 'delivered' or segments = 1 or (copies = 1 and arrived >= segments)
    order by received_at, provider, ref, phone limit ${limit}`,
);

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
