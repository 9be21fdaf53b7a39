import { minuteMs } from '../kit/time/units.ts';
import type { ClockMemory } from './clock-memory.ts';

/** Readings by an unmoved clock, over so long, until it counts as standing still. */
const leastStill = 3;
const leastStillMs = minuteMs;

/** A sensor that says the same so often, in a row, may be one of a full tank: another one is watched. */
const mostSame = 4;

export function isStanding({ still, stillSince, at }: ClockMemory): boolean {
  return still >= leastStill && at > 0 && stillSince >= leastStillMs;
}

/**
 * Notes a reading of the same instant as the one before. One that is repeated says the same level; by a clock that
 * stands, others come. One sensor is watched for that, since the others of its device say other levels of the same
 * instant.
 * @param state memory of the clock, which is changed in place.
 */
export function noteStill(
  state: ClockMemory,
  { level, sensor, now }: { level: number; sensor: number; now: number },
): void {
  if (sensor !== state.sensor) {
    if (state.sensor === 0 || state.same >= mostSame)
      Object.assign(state, { level, sensor, same: 0 });
  } else if (level === state.level) state.same += 1;
  else {
    Object.assign(state, { level, same: 0, stillSince: now - state.at });
    state.still += 1;
  }
}
