import { hourMs } from '../../../kit/time/units.ts';

/** Span of time: epoch milliseconds of `[start, end)`. */
export type Window = { start: number; end: number };

/** Number of readings in an hour. */
export type HourCount = { hour: number; count: number };

/**
 * Divides a span of time into windows of some `most` readings each: hours are joined, or divided evenly where
 * one alone holds more. Each instant lies in one window, whatever the counts are: a wrong count makes a
 * window small or large and loses nothing.
 * @param hours in the order of time; empty ones may be left out.
 */
export function* divideByCounts(
  { start, end }: Window,
  hours: readonly HourCount[],
  most: number,
): Generator<Window> {
  let from = start;
  let held = 0;
  for (const { hour, count } of hours) {
    if (held > 0 && held + count > most) {
      yield { start: from, end: hour };
      from = hour;
      held = 0;
    }
    const parts = Math.ceil(count / most);
    for (let part = 1; part < parts; part += 1) {
      const edge = hour + Math.floor((part * hourMs) / parts);
      if (edge <= from || edge >= end) continue;
      yield { start: from, end: edge };
      from = edge;
    }
    held += parts > 1 ? count / parts : count;
  }
  if (from < end) yield { start: from, end };
}
