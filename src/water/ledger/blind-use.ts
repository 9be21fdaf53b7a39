import { dayMs, hourMs } from '../../kit/time/units.ts';
import { fillingByHour, type LedgerHour, learnUsual } from './hidden-draw.ts';
import type { RefillRow } from './refill-row.ts';

/** Part of an hour in which a sensor was blind. */
export type BlindHour = { hour: number; blind_ms: number };

/** Returns the percent that are usually used in the blind part of an hour. */
export type BlindUse = (blind: BlindHour) => number;

/** Percent an hour that may be used where nothing is known to be usual: a whole tank a day. */
const mostUnknown = 100 / 24;

/**
 * Creates an estimate of what may be used while a sensor is blind, which nobody sees: the usual use at these hours. It is
 * learnt as that of a refill is (`estimateHiddenDraw`), each day from the weeks before.
 * @param hours of the weeks before the first day and, in a sensor's first week, of that week; `refills` overlap them.
 */
export function createBlindUse(
  hours: readonly LedgerHour[],
  refills: readonly RefillRow[],
): BlindUse {
  const usualBefore = learnUsual(hours, fillingByHour(refills));
  const ofDays = new Map<number, ReturnType<typeof usualBefore>>();
  return ({ hour, blind_ms }) => {
    const day = Math.floor(hour / dayMs) * dayMs;
    const usual = ofDays.get(day) ?? usualBefore(day);
    ofDays.set(day, usual);
    const rate = usual.isKnown ? usual.rateAt(hour) : mostUnknown;
    return (rate * blind_ms) / hourMs;
  };
}
