import { hourMs } from '../../../kit/time/units.ts';

/** A stretch of time: epoch milliseconds of `[start, end)`. */
export type Window = { start: number; end: number };

/** How many readings lie in an hour. */
export type HourCount = { hour: number; count: number };

/**
 * Divides a stretch of time into windows that hold some `most` readings each: hours are put together,
 * or divided evenly where one alone holds more. Each instant lies in one window, whatever was counted:
 * a wrong count makes a window small or large and loses nothing.
 * @param hours in the order of time; those that hold nothing may be left out.
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
