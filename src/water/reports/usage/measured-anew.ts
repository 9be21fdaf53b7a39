import type { NamedStretch } from '../../ledger/corrected-stretch.ts';
import { zeroLevel } from '../../ledger/impossible-fall.ts';
import { isOtherCapacity, type KnownRatio, ratioOf } from '../../ledger/litres-of-percent.ts';
import { isMeasuredAnew } from '../../ledger/tank-change.ts';
import type { Rollup } from '../../record/rollups/rollup.ts';
import type { Unit } from './usage-day.ts';

type Part = Pick<
  Rollup,
  'first_at' | 'last_at' | 'first_level' | 'first_volume' | 'last_level' | 'last_volume'
>;
type Change = { consumed: number; refilled: number; first: number | null; last: number | null };
/** What is known of an hour, or a part of one, when it is reached. */
type Reached = {
  /** The values before it. */
  latest: Record<Unit, number | null>;
  changes: Record<Unit, Change>;
  stretches: readonly NamedStretch[] | undefined;
};

/**
 * Creates a watch over a sensor's hours, oldest first, for those in which its tank got another capacity, another
 * shape or another place of its sensor. The same water is another value from then on: what the value changed by and
 * neither use nor refill explains is no water.
 */
export function createAnew() {
  let known: KnownRatio | undefined;
  let heardAt: number | undefined;

  const isCapacityChanged = (part: Part): boolean => {
    const first = knownRatio(part.first_level, part.first_volume);
    const last = knownRatio(part.last_level, part.last_volume);
    const told = [known, first, last].filter((each) => each !== undefined);
    known = told.at(-1);
    return told.slice(1).some((each, index) => {
      const before = told[index] ?? each;
      return isOtherCapacity(before, each, roundingOf(before) + roundingOf(each));
    });
  };
  return {
    /** By how much the values of an hour changed without water, in both units. */
    differenceOf: (
      part: Part,
      { latest, changes, stretches = [] }: Reached,
    ): Record<Unit, number> => {
      const isAnew = isMeasuredAnew(stretches, heardAt ?? part.first_at, part.last_at);
      const isOther = isCapacityChanged(part) || isAnew;
      // What a change is followed by as 0 may be echoes that are lost: it lasts until there is a level.
      if (!isAnew || part.last_level > zeroLevel) heardAt = part.last_at;
      return {
        litre: isOther ? unexplainedOf(changes.litre, latest.litre) : 0,
        percent: isAnew ? unexplainedOf(changes.percent, latest.percent) : 0,
      };
    },
  };
}

function knownRatio(level: number, volume: number | null): KnownRatio | undefined {
  const ratio = ratioOf({ level, volume });
  return ratio === null ? undefined : { level, ratio };
}

/** Share by which litres of a percent are wrong where a board sends whole percents with litres of its own. */
function roundingOf({ level }: KnownRatio): number {
  return Number.isInteger(level) ? 0.5 / level : 0;
}

function unexplainedOf({ first, last, consumed, refilled }: Change, latest: number | null): number {
  const before = latest ?? first;
  return before === null || last === null ? 0 : last - before - (refilled - consumed);
}
