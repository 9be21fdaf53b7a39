import { roundTo } from '../../../kit/round.ts';
import { minuteMs } from '../../../kit/time/units.ts';
import type { HeldValue } from '../../pumps/pump-state.ts';
import type { Memory, Observation } from '../detector.ts';

/** Factor by which the least times grow with each new value, so that a board that is replaced is learnt anew. */
const forgetting = 1.02;
/** Longest time for which a board is taken to repeat what it measured, in minutes. */
const longestHeld = 60;

/** A reading, and the one before it. */
type Measured = {
  recordedAt: number;
  raw: number;
  before?: Pick<Observation, 'recordedAt' | 'raw'> | undefined;
};

/**
 * Notes how many readings are alike, since when, and how long the board repeats what it measured.
 *
 * A value that two others enclose was measured, and replaced, within the time from the last reading before it
 * (`otherAt`) to the first after it, so a board that measures at intervals never has less than its interval there
 * (`replaced`), even if pushes are lost. The least such time, beside the least between two readings that differ
 * (`gap`), tells a board that holds its values from a level that stands still: of any other, two readings in a row
 * differ as soon as water flows.
 * @param known memory of `stuck`; all is in minutes, `otherAt`, `replaced` and `gap` to a tenth.
 */
export function noteMeasured(known: Memory, { recordedAt, raw, before }: Measured): Memory {
  const { alike = 0, since = Math.floor(recordedAt / minuteMs) } = known;
  if (before?.raw === raw) return { ...known, alike: alike + 1, since };
  const begun = { ...known, alike: 1, since: Math.floor(recordedAt / minuteMs) };
  if (!before || recordedAt <= before.recordedAt) return begun;
  const { otherAt, replaced } = known;
  const minutes = recordedAt / minuteMs;
  return {
    ...begun,
    otherAt: roundTo(before.recordedAt / minuteMs, 1),
    gap: leastOf(known.gap, (recordedAt - before.recordedAt) / minuteMs),
    replaced: otherAt ? leastOf(replaced, minutes - otherAt) : (replaced ?? 0),
  };
}

/** A time of 0 is one that is not known yet. */
function leastOf(known = 0, minutes: number): number {
  return roundTo(Math.min(minutes, known === 0 ? minutes : known * forgetting), 1);
}

/** Returns what is known of a measured value, once it was noted. */
export function heldValueOf({ alike = 1, since = 0, replaced = 0, gap = 0 }: Memory): HeldValue {
  return {
    alike,
    since: since * minuteMs,
    heldMs: minuteMs * Math.min(longestHeld, Math.max(0, replaced - 2 * gap)),
  };
}
