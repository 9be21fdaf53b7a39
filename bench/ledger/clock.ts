/** Milliseconds. */
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** One step of the simulation: as short as the shortest uses, and a sixth of a minute of a tanker. */
export const step = 10_000;
export const secondsAStep = step / 1000;

/** People live by the clock of Nairobi (UTC+3, no summer time), though truth is told in days of UTC. */
const nairobi = 3 * hour;

/** Days since 1 January 1970 on the clock of Nairobi. */
export function localDay(at: number): number {
  return Math.floor((at + nairobi) / day);
}

/** The instant at which a local day begins. */
export function dayBegins(localDay: number): number {
  return localDay * day - nairobi;
}

/** 0 is Sunday; 1 January 1970 was a Thursday. */
export function weekday(localDay: number): number {
  return (((localDay + 4) % 7) + 7) % 7;
}

/** Hours and their fraction since local midnight. */
export function localHour(at: number): number {
  return (at - dayBegins(localDay(at))) / hour;
}
