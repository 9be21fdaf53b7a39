import { dayMs } from '../../kit/time/units.ts';
import type { Unit } from '../reports/usage/usage-day.ts';
import type { Loss } from './queries.ts';

/** Time in which losses count, in epoch milliseconds: `[start, end)`. */
type Time = { start: number; end: number };

/**
 * Litres that ran over in overflows that began in a time, as their alerts say.
 * @returns null where none says how many.
 */
export function spiltIn(losses: readonly Loss[], { start, end }: Time): number | null {
  const told = losses.flatMap(({ kind, facts, created_at }) =>
    kind === 'overflow' && created_at >= start && created_at < end
      ? (facts.spilt_litres ?? [])
      : [],
  );
  return told.length === 0 ? null : told.reduce((sum, litres) => sum + litres, 0);
}

/**
 * What leaks took in a time, each by its rates from its begin, which is before it was told, to its end, in litres
 * or percent; of leaks at the same time the one that began earlier counts.
 * @returns null where no leak was found in it, or its litres are not known.
 */
export function lostIn(losses: readonly Loss[], { start, end }: Time, unit: Unit): number | null {
  let lost: number | null = null;
  let countedUntil = start;
  const leaks = losses.filter((loss) => loss.kind === 'leak');
  for (const leak of leaks.toSorted((a, b) => a.facts.since - b.facts.since)) {
    for (const { since, until, litres_per_day, percent_per_day } of stretchesOf(leak, end)) {
      const from = Math.max(countedUntil, since);
      const perDay = unit === 'litre' ? litres_per_day : percent_per_day;
      if (until <= from || perDay === null) continue;
      lost = (lost ?? 0) + ((until - from) / dayMs) * perDay;
      countedUntil = until;
    }
  }
  return lost;
}

/** Returns the times in which a leak went by one rate, up to an instant. */
function stretchesOf({ facts, resolved_at }: Loss & { kind: 'leak' }, end: number) {
  const over = Math.min(end, resolved_at ?? end);
  const rates = facts.rates ?? [facts];
  return rates.map((rate, index) => ({
    ...rate,
    since: index === 0 ? facts.since : rate.since,
    until: Math.min(over, rates[index + 1]?.since ?? over),
  }));
}
