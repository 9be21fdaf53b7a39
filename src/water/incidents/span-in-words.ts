import { dayMs, hourMs, minuteMs } from '../../kit/time/units.ts';

const units = [
  { unit: 'days', ms: dayMs },
  { unit: 'hours', ms: hourMs },
  { unit: 'minutes', ms: minuteMs },
  { unit: 'seconds', ms: 1000 },
] as const;

/** Expresses a span in the largest unit of which it holds two. */
function inLargestUnit(spanMs: number) {
  const { unit, ms } = units.find((each) => spanMs >= 2 * each.ms) ?? units[3];
  return { count: Math.max(0, Math.floor(spanMs / ms)), unit };
}

/** A span of time in words, such as `3 hours`, in the largest unit of which it holds two. */
export function inEnglish(spanMs: number): string {
  const { count, unit } = inLargestUnit(spanMs);
  return `${count} ${unit}`;
}

const swahiliUnits = { days: 'siku', hours: 'saa', minutes: 'dakika', seconds: 'sekunde' };

/** As `inEnglish`: `saa 3`. */
export function inSwahili(spanMs: number): string {
  const { count, unit } = inLargestUnit(spanMs);
  return `${swahiliUnits[unit]} ${count}`;
}
