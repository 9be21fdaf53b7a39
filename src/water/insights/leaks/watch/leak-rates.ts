import { dayMs } from '../../../../kit/time/units.ts';
import type { Facts } from '../../../incidents/kinds.ts';

type Leak = Facts['leak'];
type Rates = NonNullable<Leak['rates']>;

/** A leak found by less than this share more or less goes on as it was. */
const leastShare = 0.1;
/** Oldest rates beyond so many become one. */
const mostRates = 40;

/**
 * Returns what a leak took, by time, with what a morning finds of it: another rate counts from the morning before on,
 * whose night shows it.
 * @param before as the morning before left it.
 */
export function followRate(before: Leak, found: Leak, now: number): Rates {
  const known = before.rates ?? [rateOf(before, before.since)];
  const latest = known.at(-1);
  if (latest && isSame(latest, found)) return known;
  const since = Math.max(latest?.since ?? found.since, now - dayMs);
  return joinOldest([...known, rateOf(found, since)], since);
}

function rateOf({ percent_per_day, litres_per_day }: Leak, since: number): Rates[number] {
  return { since, percent_per_day, litres_per_day };
}

function isSame(known: Rates[number], found: Leak): boolean {
  // Litres that are known at last say more than none, also where the percent stay.
  if ((known.litres_per_day === null) !== (found.litres_per_day === null)) return false;
  return (
    isNear(known.percent_per_day, found.percent_per_day) &&
    isNear(known.litres_per_day ?? 0, found.litres_per_day ?? 0)
  );
}

function isNear(known: number, found: number): boolean {
  return Math.abs(found - known) <= leastShare * known;
}

/** Makes one of the two oldest rates where there are too many: what both took stays the same. */
function joinOldest(rates: Rates, now: number): Rates {
  const [first, second, ...others] = rates;
  if (!first || !second || rates.length <= mostRates) return rates;
  const until = others[0]?.since ?? now;
  const share = (second.since - first.since) / Math.max(1, until - first.since);
  const mean = (one: number, other: number) => share * one + (1 - share) * other;
  const litres_per_day =
    first.litres_per_day === null || second.litres_per_day === null
      ? null
      : mean(first.litres_per_day, second.litres_per_day);
  const percent_per_day = mean(first.percent_per_day, second.percent_per_day);
  return [{ since: first.since, percent_per_day, litres_per_day }, ...others];
}
