import { type Counts, counters, handedColumns, receiptColumns, waitBounds } from './columns.ts';
import type { Count } from './queries.ts';

/** What the counts of a day are told apart by. */
export const grounds = ['day', 'network', 'class', 'network_and_class'] as const;
export type Ground = (typeof grounds)[number];

export type DayLine = {
  day: string;
  /** Null where the line has those of all. */
  network: Count['network'] | null;
  class: Count['class'] | null;
  messages: number;
  handed_over: number;
  delivered: number;
  undelivered: number;
  /** Handed over, and no word of what became of it. */
  without_receipt: number;
  failed: number;
  expired: number;
  cancelled: number;
  /** Not handed over and not ended; of some nobody knows. */
  waiting: number;
  handed_over_median_s: number | null;
  handed_over_p95_s: number | null;
  receipt_median_s: number | null;
  receipt_p95_s: number | null;
};

/** The lines of a day; one of zeros where a day is told as a whole and had no messages. */
export function linesOfDay(day: string, found: readonly Count[], by: Ground): DayLine[] {
  const lines = new Map<string, Pick<DayLine, 'network' | 'class'> & { sums: Counts }>();
  const keyOf = (count?: Count) => ({
    network: (by.startsWith('network') && count?.network) || null,
    class: (by.endsWith('class') && count?.class) || null,
  });
  const lineOf = (count?: Count) => {
    const key = keyOf(count);
    const name = `${key.network} ${key.class}`;
    const line = lines.get(name) ?? { ...key, sums: nothing() };
    lines.set(name, line);
    return line;
  };
  if (by === 'day') lineOf();
  for (const count of found) {
    const { sums } = lineOf(count);
    for (const name of counters) sums[name] += count[name];
  }
  return [...lines]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { sums, ...key }]) => ({ day, ...key, ...presentSums(sums) }));
}

function nothing(): Counts {
  return Object.fromEntries(counters.map((name) => [name, 0])) as Counts;
}

function presentSums(sums: Counts): Omit<DayLine, 'day' | 'network' | 'class'> {
  const { messages, handed_over, delivered, undelivered, failed, expired, cancelled } = sums;
  const handed = handedColumns.map((name) => sums[name]);
  const receipts = receiptColumns.map((name) => sums[name]);
  return {
    messages,
    handed_over,
    delivered,
    undelivered,
    without_receipt: handed_over - delivered - undelivered,
    failed,
    expired,
    cancelled,
    waiting: messages - handed_over - failed - expired - cancelled,
    handed_over_median_s: boundOf(handed, 0.5),
    handed_over_p95_s: boundOf(handed, 0.95),
    receipt_median_s: boundOf(receipts, 0.5),
    receipt_p95_s: boundOf(receipts, 0.95),
  };
}

/**
 * Finds the seconds within which a share of all that waited had it: the upper bound of the bucket in which
 * the wait of that rank is (nearest rank), so it is never too short, and sums of buckets tell it as well.
 * @returns null where nothing waited.
 */
export function boundOf(buckets: readonly number[], share: number): number | null {
  const rank = Math.ceil(share * buckets.reduce((sum, count) => sum + count, 0));
  if (rank === 0) return null;
  let passed = 0;
  const at = buckets.findIndex((count) => {
    passed += count;
    return passed >= rank;
  });
  return waitBounds[at] ?? null;
}
