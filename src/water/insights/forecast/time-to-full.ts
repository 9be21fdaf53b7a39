import { quantileOf } from '../../../kit/quantile.ts';
import { hourMs } from '../../../kit/time/units.ts';
import { mapRange, type Range } from '../use/range.ts';
import type { TankState } from './tank-state.ts';

/** A level that has not risen for so long is not being filled now, whether or not more will come. */
const restMs = hourMs;
/** A refill has to be so many times its uncertainty before its rate says something. */
const leastRise = 4;
/**
 * How the time that is left compares with what the rate so far says, 1, 5 and 9 times of 10: measured on
 * simulated tanks. The pressure of mains wanders, and a refill is slower as it is first noticed.
 */
const shares = { low: 0.5, middle: 0.9, high: 1.5 };

export function isFilling({ filling, at }: TankState): boolean {
  return filling !== undefined && at - filling.risenAt <= restMs;
}

/**
 * Milliseconds from the newest reading until a tank is full at the rate of the present refill. Full is
 * where its refills usually end (floats and valves close below the brim), else 100 %.
 * @param tops the levels at which its refills ended.
 */
export function timeToFull(state: TankState, tops: readonly number[]): Range | undefined {
  const { filling, level, deviation, at } = state;
  if (!filling || !isFilling(state)) return undefined;
  const risen = level - filling.low.level;
  const elapsed = at - filling.begunAt;
  if (risen < leastRise * deviation || elapsed <= 0) return undefined;
  const steady = ((fullLevel(level, tops) - level) / risen) * elapsed;
  return mapRange(shares, (share) => share * steady);
}

function fullLevel(level: number, tops: readonly number[]): number {
  const usual = tops.length < 3 ? undefined : quantileOf(tops, 0.5);
  return usual !== undefined && level < usual ? usual : 100;
}
