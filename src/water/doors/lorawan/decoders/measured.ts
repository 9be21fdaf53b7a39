/**
 * What a frame of a tank sensor says. A distance that is none is told in a word: the reading is then refused,
 * as a push is, and its people see why.
 */
export type Measured = {
  distance_mm?: number | 'no echo' | 'no sensor' | 'cut short';
  /** Degrees Celsius. */
  temperature?: number;
  battery_percent?: number;
  battery_v?: number;
  /** When it was measured, in seconds since 1970; left out for now. */
  at?: number;
};
