import { hourOf } from '../../../kit/time/hour.ts';
import { weekHours } from '../../../kit/time/time-zone.ts';
import { dayMs } from '../../../kit/time/units.ts';
import type { RefillRow } from '../../ledger/refill-row.ts';
import { type HourRow, toUseHistory, type UseHistory } from '../use/use-history.ts';
import type { Reason } from './schemas.ts';
import type { TankState } from './tank-state.ts';

/** The newest state of a sensor's tank, and the weeks before it. */
export type SensorPast = {
  state: TankState;
  rows: readonly HourRow[];
  refills: readonly RefillRow[];
};

/** How far back the use of a tank is looked at. */
export const historyMs = 8 * 7 * dayMs;

/** So much must be known, and a day's worth of hours seen. */
const leastKnownMs = 2 * dayMs;
const leastSeenHours = 24;
/** Levels older than this say nothing of now. */
const silentMs = dayMs;

/** The use that was seen, in litres where the newest reading has them, else in percent. */
export function historyOf({ state, rows, refills }: SensorPast): UseHistory {
  const { at, filling, litresPerPercent } = state;
  const open = filling ? [{ begun_at: filling.begunAt, ended_at: filling.risenAt }] : [];
  return toUseHistory({
    rows,
    fillings: [...refills, ...open],
    end: hourOf(at),
    litresPerPercent: litresPerPercent ?? undefined,
  });
}

/** Whether a history says too little for anything to be said of use. */
export function isTooLittle({ at }: TankState, { from, seen }: UseHistory): boolean {
  const seenHours = seen.reduce((sum, share) => sum + share, 0);
  return at - from < leastKnownMs || seenHours < leastSeenHours;
}

/** Why nothing can be said of a use that is known; undefined where something can. */
export function whyNoUse(
  { play: percent, litresPerPercent }: TankState,
  dailyUse: number,
): Reason | undefined {
  const play = percent * (litresPerPercent ?? 1);
  if (dailyUse > 0 && dailyUse < play) return 'noisy';
  return dailyUse > 0 ? undefined : 'no_use';
}

export function isSilent({ at }: TankState, now: number): boolean {
  return now - at > silentMs;
}

/** The hour of the week of each hour of a history. */
export function cellsOf({ from, used }: UseHistory, timezone: string): Uint8Array {
  return weekHours(from, used.length, timezone);
}
