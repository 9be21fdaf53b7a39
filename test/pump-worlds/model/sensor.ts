import { normal, type Random } from './dice.ts';

export type SensorSpec = {
  /** Standard deviation in percent, before averaging. */
  noise?: number;
  /** Percent to which it rounds. */
  rounds?: number;
  /** Weighs the last so many minutes, as firmware that averages does. */
  averagesMinutes?: number;
  /** Says a value for so many minutes before it looks again. */
  holdsMinutes?: number;
  /** Nearer water than this it cannot see: it says no more than 100 less that. */
  deadZone?: number;
  /** Spells a day in which it hears another echo, 20 to 40 % too high, for 10 to 60 minutes. */
  echoesPerDay?: number;
  /** Share of its readings that are 0. */
  zeros?: number;
  /** Repeats its last value for so long. */
  frozen?: { fromDay: number; hours: number };
};

/** What a sensor may err by while nothing is wrong with it, in percent of the tank. */
export function errorOf(spec: SensorSpec, fillsPerMinute: number): number {
  const lag = (spec.averagesMinutes ?? 0) + (spec.holdsMinutes ?? 0);
  return 4 * (spec.noise ?? 0) + (spec.rounds ?? 0) + (lag + 1) * fillsPerMinute;
}

/** @returns what the sensor says in each minute, which must come one after the other. */
export function createSensor(spec: SensorSpec, random: Random) {
  let average: number | undefined;
  let held: { value: number; since: number } | undefined;
  let last = 0;
  let echo = { until: -1, by: 0 };
  const seen = (percent: number): number => {
    const sharp = percent + (spec.noise ?? 0) * normal(random);
    const weight = 1 / (1 + (spec.averagesMinutes ?? 0));
    average = average === undefined ? sharp : average + weight * (sharp - average);
    const rounded = spec.rounds ? Math.round(average / spec.rounds) * spec.rounds : average;
    return Math.min(rounded, 100 - (spec.deadZone ?? 0));
  };
  return (minute: number, percent: number): number => {
    let value = seen(percent);
    if (!held || minute - held.since >= (spec.holdsMinutes ?? 0)) held = { value, since: minute };
    value = held.value;
    if (random() < (spec.echoesPerDay ?? 0) / 1440) {
      echo = { until: minute + 10 + 50 * random(), by: 20 + 20 * random() };
    }
    if (minute < echo.until) value += echo.by;
    if (random() < (spec.zeros ?? 0)) value = 0;
    if (isFrozen(spec, minute)) return last;
    last = Math.round(10 * Math.min(100, Math.max(0, value))) / 10;
    return last;
  };
}

export function isFrozen({ frozen }: SensorSpec, minute: number): boolean {
  if (!frozen) return false;
  const from = frozen.fromDay * 1440;
  return minute >= from && minute < from + frozen.hours * 60;
}
