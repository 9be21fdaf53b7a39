import { type RawBuilder, sql } from 'kysely';
import type { SmsCountsTable } from '../../db/tables/sms-count-tables.ts';
import { minuteMs } from '../../kit/time/units.ts';
import { networkOfColumn } from './networks.ts';

/** Messages are counted by quarters of an hour: every day of every time zone is made of whole ones. */
export const quarterMs = 15 * minuteMs;

/** Longest waits in seconds of the buckets that waits are counted in; the last one has all that are longer. */
export const waitBounds = [1, 3, 10, 30, 60, 300, 1800, 7200, 43_200, 604_800] as const;

type Counter = Exclude<keyof SmsCountsTable, 'user_id' | 'begins_at' | 'network' | 'class'>;

const outcomes = ['delivered', 'undelivered', 'failed', 'expired', 'cancelled'] as const;
const waitColumns = (name: 'handed' | 'receipt') =>
  waitBounds.map((_, bucket) => `${name}_${bucket}` as Counter);

/** From accepted, or from the time that it was scheduled for, to handed over; from there to the receipt. */
export const handedColumns = waitColumns('handed');
export const receiptColumns = waitColumns('receipt');

/** All that is counted, in one order. */
export const counters: readonly Counter[] = [
  'messages',
  'handed_over',
  ...outcomes,
  ...handedColumns,
  ...receiptColumns,
];

export type Counts = Record<Counter, number>;

const flag = (condition: RawBuilder<unknown>) =>
  sql<number>`case when ${condition} then 1 else 0 end`;

const waitToProvider = sql`m.sent_at - case
  when m.scheduled_at > m.created_at then m.scheduled_at else m.created_at end`;
const waitForReceipt = sql`m.delivered_at - m.sent_at`;

function bucketFlags(holds: RawBuilder<unknown>, wait: RawBuilder<unknown>): RawBuilder<number>[] {
  return waitBounds.map((bound, bucket) => {
    const before = waitBounds[bucket - 1];
    const isLonger = before === undefined ? sql`` : sql` and ${wait} > ${sql.lit(before * 1000)}`;
    const isLast = bucket === waitBounds.length - 1;
    const isWithin = isLast ? sql`` : sql` and ${wait} <= ${sql.lit(bound * 1000)}`;
    return flag(sql`${holds}${isLonger}${isWithin}`);
  });
}

/**
 * What a row `m` of `sms_messages` adds to the counters, in their order.
 * - `whole`: all that it was so far;
 * - `change`: only its last change. A message is handed over once and ends once, so the changes of a message
 *   that was counted as a whole add up to what it became. A receipt of one that is `unknown` shows that it
 *   was handed over, though nobody knows when.
 */
export function addends(what: 'whole' | 'change'): RawBuilder<number>[] {
  const hasReceipt = sql`m.status in ('delivered', 'undelivered')`;
  const isHanded = what === 'whole' ? sql`m.sent_at is not null` : sql`m.status = 'sent'`;
  const isShown = what === 'whole' ? hasReceipt : sql`(${hasReceipt} and m.sent_at is null)`;
  const hasWaited = sql`m.status = 'delivered' and m.sent_at is not null and m.delivered_at is not null`;
  return [
    sql<number>`${sql.lit(what === 'whole' ? 1 : 0)}`,
    flag(sql`${isHanded} or ${isShown}`),
    ...outcomes.map((status) => flag(sql`m.status = ${sql.lit(status)}`)),
    ...bucketFlags(isHanded, waitToProvider),
    ...bucketFlags(hasWaited, waitForReceipt),
  ];
}

/** The columns that a row `m` of `sms_messages` is counted by. */
export const quarterOfMessage = sql<number>`m.created_at / ${sql.lit(quarterMs)} * ${sql.lit(quarterMs)}`;
export const networkOfMessage = networkOfColumn(sql<string>`m.phone`);
