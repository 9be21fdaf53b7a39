/** Putting single draws of water on a grid of minutes. */
import { DAY_MINUTES } from './clock.ts';
import type { Chance } from './random.ts';

/** What a premises knows while its draws are written. */
export type Site = {
  /** Litres wanted in each minute; written to. */
  demand: Float64Array;
  days: number;
  /** 0 for Sunday to 6 for Saturday, of the first day. */
  firstWeekday: number;
  /** Rain, mm per minute. */
  rain: Float64Array;
  chance: Chance;
};

/** Weekday of a day, 0 for Sunday to 6 for Saturday. */
export function weekday(site: Site, day: number): number {
  return (site.firstWeekday + day) % 7;
}

/** Draws so many litres from a minute (may be a fraction) at a rate in litres per minute. Gives the minute it ends. */
export function pour(demand: Float64Array, from: number, litres: number, rate: number): number {
  let at = from;
  let left = litres;
  while (left > 1e-9 && at < demand.length) {
    const minute = Math.floor(at);
    const span = Math.min(minute + 1 - at, left / rate);
    if (minute >= 0) demand[minute] = (demand[minute] as number) + span * rate;
    left -= span * rate;
    at = left > 1e-9 ? minute + 1 : at + span;
  }
  return at;
}

/** A moment of a day (in minutes from the start) drawn from 24 weights, one an hour. */
export function momentOf(site: Site, day: number, hours: readonly number[]): number {
  return day * DAY_MINUTES + (site.chance.weighted(hours) + site.chance.unit()) * 60;
}

/** A clock time such as 17.5 (17:30) of a day, give or take so many minutes (standard deviation). */
export function around(site: Site, day: number, hour: number, spreadMinutes: number): number {
  return day * DAY_MINUTES + hour * 60 + site.chance.normal() * spreadMinutes;
}

/**
 * Holds the demand to what the outlet pipe lets through (litres per minute); who waits draws the rest in the next
 * minutes. A gravity-fed 25 mm pipe gives about 40 to 60 l/min, a 50 mm one about 200.
 */
export function throughPipe(demand: Float64Array, most: number): void {
  let waiting = 0;
  for (let i = 0; i < demand.length; i += 1) {
    const wanted = (demand[i] as number) + waiting;
    demand[i] = Math.min(wanted, most);
    waiting = wanted - (demand[i] as number);
  }
}
