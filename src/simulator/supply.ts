import { hourMs, minuteMs } from '../kit/time/units.ts';
import { type DailyHours, isWithin, nairobiTime } from './places.ts';
import { createRandom, type Random, uniform } from './random.ts';

/** Town water by a rationing plan. */
export type Mains = {
  /** Weekdays with water, 0 is Sunday. */
  weekdays: readonly number[];
  hours: DailyHours;
  litresPerMinute: number;
  /** Share of the planned days on which water really comes, 0 to 1. */
  reliability: number;
  /** Percent at which a float valve shuts the inlet; null without one. */
  floatValveAt: number | null;
};

/** A borehole or booster pump, driven by the device's relay. */
export type Pump = {
  litresPerMinute: number;
  /** Daily hours of the mode `schedule`. */
  hours: DailyHours;
};

export const pumpModes = ['on', 'off', 'auto', 'schedule'] as const;

/** Switching of a pump by the device: between two levels in percent, where it does so by itself. */
export type PumpControl = {
  mode: (typeof pumpModes)[number];
  turnOnBelow: number;
  turnOffAbove: number;
};

/**
 * Litres a minute that the town delivers at an instant. Both the supply on a planned day and its pressure
 * are drawn once a day.
 */
export function mainsFlow(mains: Mains, at: number, levelPercent: number, seed: number): number {
  const { weekday, minuteOfDay, dayNumber } = nairobiTime(at);
  if (!mains.weekdays.includes(weekday) || !isWithin(mains.hours, minuteOfDay)) return 0;
  if (mains.floatValveAt !== null && levelPercent >= mains.floatValveAt) return 0;
  const day = createRandom(seed, 'mains', dayNumber);
  return day() < mains.reliability ? mains.litresPerMinute * uniform(day, 0.7, 1.1) : 0;
}

/** Water by truck: ordered below a level in percent, it empties into the tank within a day. */
export type Tanker = { litres: number; litresPerMinute: number; callBelow: number };

/** Flow of a tanker in litres a minute; asked forward in time with the tank's level. */
export function createTanker(
  { litres, litresPerMinute, callBelow }: Tanker,
  random: Random,
): (at: number, levelPercent: number) => number {
  let comesAt: number | null = null;
  let endsAt = 0;
  return (at, levelPercent) => {
    if (at >= endsAt && levelPercent < callBelow) comesAt ??= at + uniform(random, 1, 20) * hourMs;
    const hour = nairobiTime(at).minuteOfDay / 60;
    // None drives by night.
    if (comesAt !== null && at >= comesAt && hour >= 6.5 && hour < 19) {
      comesAt = null;
      endsAt = at + (litres / litresPerMinute) * minuteMs;
    }
    return at < endsAt ? litresPerMinute : 0;
  };
}

/** True if the pump runs from now on; `auto` between its levels keeps the present state. */
export function runsPump(
  { mode, turnOnBelow, turnOffAbove }: PumpControl,
  { hours }: Pump,
  isRunning: boolean,
  levelPercent: number,
  at: number,
): boolean {
  if (mode === 'schedule') return isWithin(hours, nairobiTime(at).minuteOfDay);
  if (mode !== 'auto') return mode === 'on';
  return levelPercent < turnOnBelow || (isRunning && levelPercent <= turnOffAbove);
}
