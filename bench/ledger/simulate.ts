import { day, secondsAStep, step } from './clock.ts';
import type { Supply } from './supply/supply.ts';

/** A day of 24 hours from the start; litres, and the true level in percent at its end. */
export type TrueDay = {
  start: number;
  end: number;
  /** Water drawn through the taps. */
  consumed: number;
  refilled: number;
  /** Water lost through a leak: neither consumed nor refilled. */
  leaked: number;
  /** Demand while the tank was dry; it did not leave the tank. */
  unmet: number;
  level: number;
};

/** One supply event: first to last inflow, with what a float valve let in after the tank was full. */
export type TrueRefill = {
  begin: number;
  end: number;
  litres: number;
  /** Instant when the level first came within half a percent of the highest of the event. */
  toppedAt: number;
};

export type Course = {
  /** Percent at each boundary of steps, one more than there are steps. */
  levels: Float32Array;
  /** 1 for steps with inflow enough to ruffle the water. */
  ruffled: Uint8Array;
  days: TrueDay[];
  refills: TrueRefill[];
};

export type CourseOptions = {
  start: number;
  days: number;
  capacity: number;
  /** Percent at the start. */
  startLevel: number;
  /** Percent at which the taps run dry: the outlet is somewhat above the bottom. */
  outlet: number;
  demand: Float32Array;
  supply: Supply;
  /** Percent of capacity a day, and the instant from which it runs. */
  leak: { percentADay: number; from: number };
};

/** 180 litres an hour: a float valve that only drips does not ruffle the water. Assumed. */
const ruffling = 0.05 * secondsAStep;
const stepsADay = day / step;

/**
 * Litres in and out of a tank, step after step, each step's level from the one before: whatever is
 * counted has moved the level, so the balance of every day holds to a rounding error.
 */
export function simulate(options: CourseOptions): Course {
  const { start, capacity, supply } = options;
  const steps = options.days * stepsADay;
  const levels = new Float32Array(steps + 1);
  const ruffled = new Uint8Array(steps);
  const days: TrueDay[] = [];
  const refills: TrueRefill[] = [];
  const outlet = (capacity * options.outlet) / 100;
  const leakAStep = (capacity * options.leak.percentADay) / 100 / stepsADay;
  let litres = (capacity * options.startLevel) / 100;
  let events = -1;
  let refill: TrueRefill | undefined;
  let today: TrueDay | undefined;
  levels[0] = options.startLevel;
  for (let i = 0; i < steps; i += 1) {
    const at = start + i * step;
    if (i % stepsADay === 0) {
      today = { start: at, end: at + day, consumed: 0, refilled: 0, leaked: 0, unmet: 0, level: 0 };
      days.push(today);
    }
    if (today === undefined) throw new Error('A step lies outside of every day');
    const asked = options.demand[i] as number;
    const inflow = Math.min(supply.offer(at, (litres / capacity) * 100), capacity - litres);
    const drawn = Math.min(asked, Math.max(0, litres + inflow - outlet));
    const leaked = at < options.leak.from ? 0 : Math.min(leakAStep, litres + inflow - drawn);
    litres += inflow - drawn - leaked;
    if (inflow > 0) {
      if (refill === undefined || supply.events() !== events) {
        events = supply.events();
        refill = { begin: at, end: at, litres: 0, toppedAt: at };
        refills.push(refill);
      }
      refill.end = at + step;
      refill.litres += inflow;
      if (inflow >= ruffling) ruffled[i] = 1;
    }
    today.consumed += drawn;
    today.refilled += inflow;
    today.leaked += leaked;
    today.unmet += asked - drawn;
    today.level = (litres / capacity) * 100;
    levels[i + 1] = today.level;
  }
  for (const refill of refills) refill.toppedAt = findTop(refill, start, levels);
  return { levels, ruffled, days, refills };
}

function findTop(refill: TrueRefill, start: number, levels: Float32Array): number {
  const during = levels.subarray((refill.begin - start) / step, (refill.end - start) / step + 1);
  const highest = during.reduce((top, level) => Math.max(top, level), 0);
  return refill.begin + during.findIndex((level) => level >= highest - 0.5) * step;
}

/** The true percent at any instant, on a straight line within a step; outside, the nearest known. */
export function levelOf({ levels }: Course, start: number): (at: number) => number {
  const last = levels.length - 1;
  return (at) => {
    const position = Math.min(last, Math.max(0, (at - start) / step));
    const before = Math.min(last - 1, Math.floor(position));
    const level = levels[before] as number;
    return level + ((levels[before + 1] as number) - level) * (position - before);
  };
}
