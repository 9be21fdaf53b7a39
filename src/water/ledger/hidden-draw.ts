import { hourOf } from '../../kit/time/hour.ts';
import { dayMs, hourMs } from '../../kit/time/units.ts';
import type { RefillRow } from './refill-row.ts';
import { type HourOfUse, learnUsualUse } from './usual-use.ts';

/** An hour of the ledger, as far as the use of other hours is estimated from it. */
export type LedgerHour = { hour: number; consumed_level: number; gap_level: number };

/** Water that was drawn while a refill hid it: in one hour of it. */
export type HiddenDraw = {
  /** The stretch of the hour, epoch milliseconds. */
  from: number;
  until: number;
  /** Percent of capacity, and litres. */
  level: number;
  volume: number;
};

/** What is usual before a refill is learnt from so long; and of a new sensor also from its first days. */
export const learningMs = 28 * dayMs;
const firstDaysMs = 7 * dayMs;

/**
 * Estimates what was drawn while a tank was being filled, when the level tells only the difference:
 * what is usual at these hours. It is learnt from the weeks before the refill, so that a figure stays
 * once it was told; what is known of a sensor in its first week counts from its first day.
 * @param hours of the weeks before the refill and, in its first week, of that week.
 * @param refills all that touch these hours.
 */
export function estimateHiddenDraw(
  refill: RefillRow,
  hours: readonly LedgerHour[],
  refills: readonly RefillRow[],
): HiddenDraw[] {
  const firstHour = hours[0]?.hour ?? refill.begun_at;
  const until = Math.max(hourOf(refill.begun_at), firstHour + firstDaysMs);
  const from = refill.begun_at - learningMs;
  const filling = fillingByHour(refills);
  const known: HourOfUse[] = [];
  for (const { hour, consumed_level, gap_level } of hours) {
    if (hour < from || hour >= until || gap_level > 0) continue;
    known.push({ hour, consumed: consumed_level, filling: filling.get(hour) ?? 0 });
  }
  const usual = learnUsualUse(known);
  const litres = refill.risen_level > 0 ? refill.risen_volume / refill.risen_level : 0;
  return hourlyParts(refill.begun_at, refill.ended_at).map((part) => {
    const level = usual.rateAt(part.from) * ((part.until - part.from) / hourMs);
    return { ...part, level, volume: level * litres };
  });
}

/** A stretch of time in which a tank was being filled. */
export type Filling = Pick<RefillRow, 'begun_at' | 'ended_at'>;

/** The share of each hour in which the tank was being filled. */
export function fillingByHour(refills: readonly Filling[]): Map<number, number> {
  const shares = new Map<number, number>();
  for (const { begun_at, ended_at } of refills) {
    for (const { from, until } of hourlyParts(begun_at, ended_at)) {
      const hour = hourOf(from);
      shares.set(hour, Math.min(1, (shares.get(hour) ?? 0) + (until - from) / hourMs));
    }
  }
  return shares;
}

function hourlyParts(from: number, until: number): { from: number; until: number }[] {
  const parts: { from: number; until: number }[] = [];
  for (let at = from; at < until; ) {
    const next = Math.min(until, hourOf(at) + hourMs);
    parts.push({ from: at, until: next });
    at = next;
  }
  return parts;
}
