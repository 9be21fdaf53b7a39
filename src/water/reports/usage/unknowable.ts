import type { Rollup } from '../../record/rollups/rollup.ts';

/**
 * Why the use of a tank cannot be known from its level: a float valve lets in at once what goes out, or its
 * sensor has a few levels, such as float switches, and tells nothing between two of them.
 */
export const unknowableReasons = ['kept_full', 'few_levels'] as const;
/** With the percent of capacity by which a day's use may be off. */
export type Unknowable = { reason: (typeof unknowableReasons)[number]; percent: number };

type LevelHour = Pick<Rollup, 'first_level' | 'last_level' | 'refilled_level' | 'consumed_level'>;

/** Hours with readings below which nothing is said. */
const leastHours = 48;
/** Levels of a sensor that has few, and the least step between them, in percent. */
const mostLevels = 5;
const leastStep = 10;
/** A tank that is kept full stays within the first below the top, which is above the second; */
const mostBelowTop = 6;
const leastTop = 80;
/** water comes in during such a share of the hours, and so many percent in a day of them. */
const leastFilling = 0.2;
const leastPerDay = 1;

/** Creates a watch over the hours of a sensor, in any order, for what its level cannot tell. */
export function createKnowing() {
  const levels = new Set<number>();
  let [hours, filling, refilled] = [0, 0, 0];
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  return {
    add: ({ first_level, last_level, refilled_level }: LevelHour): void => {
      hours += 1;
      refilled += refilled_level;
      if (refilled_level > 0) filling += 1;
      for (const level of [first_level, last_level]) {
        if (levels.size <= mostLevels) levels.add(Math.round(level));
        lowest = Math.min(lowest, level);
        highest = Math.max(highest, level);
      }
    },
    unknowable: (): Unknowable | undefined => {
      if (hours < leastHours) return undefined;
      const steps = stepsOf(levels);
      if (levels.size <= mostLevels && steps.length > 0 && Math.min(...steps) >= leastStep) {
        return { reason: 'few_levels', percent: Math.max(...steps) };
      }
      const isNearTop = highest >= leastTop && highest - lowest <= mostBelowTop;
      const isFed = filling >= leastFilling * hours && refilled >= (leastPerDay * hours) / 24;
      return isNearTop && isFed ? { reason: 'kept_full', percent: 100 } : undefined;
    },
  };
}

function stepsOf(levels: ReadonlySet<number>): number[] {
  const sorted = [...levels].sort((a, b) => a - b);
  return sorted.slice(1).map((level, index) => level - (sorted[index] ?? level));
}
