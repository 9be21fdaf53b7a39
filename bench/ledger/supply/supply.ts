import type { Random } from '../random.ts';

export type SupplyKind = 'pump' | 'ration' | 'tanker';

/** Source of a tank's water, asked step after step in order of time. */
export type Supply = {
  /** Litres it puts in during the step that begins at `at`, the tank then being `percent` full. */
  offer: (at: number, percent: number) => number;
  /** Supply events so far: inflow before and after a change is not of one event. */
  events: () => number;
};

export type SupplyOptions = {
  random: Random;
  /** Litres. */
  capacity: number;
  /** Litres a day that the premises are expected to use. */
  litresADay: number;
  /** Epoch milliseconds of the first step. */
  start: number;
};
