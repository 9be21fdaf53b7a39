import { type DailyWindow, isWithin, nairobiTime } from './nairobi-time.ts';
import { createRandom, uniform } from './random.ts';

/** Town water that comes by a rationing plan. */
export interface Mains {
  /** Weekdays with water, 0 is Sunday. */
  weekdays: readonly number[];
  window: DailyWindow;
  litresPerMinute: number;
  /** The share of the planned days on which water really comes, 0 to 1. */
  reliability: number;
  /** Percent at which a float valve shuts the inlet; null where nobody fitted one. */
  floatValveAt: number | null;
}

/** A borehole or booster pump, driven by the device's relay. */
export interface Pump {
  litresPerMinute: number;
  /** The daily hours of the mode `schedule`. */
  window: DailyWindow;
}

export const PUMP_MODES = ['on', 'off', 'auto', 'schedule'] as const;
export type PumpMode = (typeof PUMP_MODES)[number];

export interface PumpControl {
  mode: PumpMode;
  /** Percent; used by `auto` only. */
  turnOnBelow: number;
  turnOffAbove: number;
}

/**
 * The litres a minute that the town delivers at an instant. Whether water comes on a planned day,
 * and at which pressure, is drawn once a day.
 */
export function mainsFlow(mains: Mains, at: number, levelPercent: number, seed: number): number {
  const { weekday, minuteOfDay, dayNumber } = nairobiTime(at);
  if (!mains.weekdays.includes(weekday) || !isWithin(mains.window, minuteOfDay)) return 0;
  if (mains.floatValveAt !== null && levelPercent >= mains.floatValveAt) return 0;
  const day = createRandom(seed, 'mains', dayNumber);
  return day() < mains.reliability ? mains.litresPerMinute * uniform(day, 0.7, 1.1) : 0;
}

/** Whether the pump shall run now; `auto` between its marks goes on with what it was doing. */
export function shouldPumpRun(
  control: PumpControl,
  pump: Pump,
  isRunning: boolean,
  levelPercent: number,
  at: number,
): boolean {
  switch (control.mode) {
    case 'on':
      return true;
    case 'off':
      return false;
    case 'schedule':
      return isWithin(pump.window, nairobiTime(at).minuteOfDay);
    case 'auto':
      if (levelPercent < control.turnOnBelow) return true;
      return levelPercent > control.turnOffAbove ? false : isRunning;
  }
}
