import type { Clock } from '../../../src/kit/time/clock.ts';
import type { ClockWatch } from '../../../src/kit/time/clock-watch.ts';

/** The watch of a clock that never jumps, for parts that are tested without a server around them. */
export function watchSteadyClock(clock: Clock): Omit<ClockWatch, 'component'> {
  return {
    cautious: clock,
    latest: clock,
    sinceJump: () => Number.POSITIVE_INFINITY,
    onJump: () => {},
  };
}
