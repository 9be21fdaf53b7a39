import { hourMs } from '../../../kit/time/hour.ts';
import { quantileOf } from './quantile.ts';
import type { TankState } from './tank-state.ts';
import type { Range } from './use-spread.ts';

/** A level that has not risen for so long is not being filled now, whether or not more will come. */
const restMs = hourMs;
/** A refill has to be so many times its uncertainty before its rate says something. */
const leastRise = 4;
/** How the time that is left differs from what the rate so far says; measured on simulated tanks. */
const shares = { low: 0.85, high: 1.35 };

export function isFilling({ filling, at }: TankState): boolean {
  return filling !== undefined && at - filling.risenAt <= restMs;
}

/**
 * Milliseconds from the newest reading until a tank is full at the rate of the present refill. Full is
 * where its refills usually end (floats and valves close below the brim), else 100 %.
 * @param tops the levels at which its refills ended.
 */
export function timeToFull(state: TankState, tops: readonly number[]): Range | undefined {
  const { filling, level, deviation } = state;
  if (!filling || !isFilling(state)) return undefined;
  const risen = filling.high.level - filling.low.level;
  const elapsed = filling.risenAt - filling.begunAt;
  if (risen < leastRise * deviation || elapsed <= 0) return undefined;
  const middle = ((fullLevel(level, tops) - level) / risen) * elapsed;
  return { low: middle * shares.low, middle, high: middle * shares.high };
}

function fullLevel(level: number, tops: readonly number[]): number {
  const usual = tops.length < 3 ? 100 : quantileOf(tops, 0.75);
  return level < usual ? usual : 100;
}
