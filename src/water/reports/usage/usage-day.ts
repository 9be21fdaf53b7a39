import type { Unknowable } from './unknowable.ts';

export const units = ['litre', 'percent'] as const;
export type Unit = (typeof units)[number];

/** A quantity over one day. */
export type Tally = {
  consumed: number;
  refilled: number;
  /**
   * Of the consumed: drawn during refills, by estimate; used while the sensor was silent; and shared out with
   * another day, since it was used between a reading of each.
   */
  hidden: number;
  unseen: number;
  shared: number;
  /** The last value before the day, or the day's first; null where the readings carry none. */
  before: number | null;
  last: number | null;
  /** By how much the value is another without any water: another capacity or shape; `before` has it already. */
  remeasured: number;
};

/** One sensor's day, in both units. */
export type UsageDay = {
  date: string;
  /** The most noise that the sensor had, in percent of capacity, and its readings. */
  noise: number;
  count: number;
  /** Litres of a percent, as the newest reading says that has enough water; null where none does. */
  ratio: number | null;
  /** Percent that are usually used in the time of the day in which the sensor was blind. */
  blind: number;
  /** Sum of all falls, for the days of a sensor's first readings. */
  plain?: Record<Unit, number> | undefined;
  /** Why the use cannot be known, if it cannot. */
  unknowable?: Unknowable | undefined;
} & Record<Unit, Tally>;
