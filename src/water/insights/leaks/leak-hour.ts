/** An hour of a sensor as far as leaks are found in it; levels are percent of capacity. */
export type LeakHour = {
  /** Start of the hour, epoch milliseconds. */
  hour: number;
  count: number;
  level_min: number;
  level_max: number;
  first_level: number;
  last_level: number;
  /** Litres; null where they are not known. */
  last_volume: number | null;
  consumed_level: number;
  gap_level: number;
  noise: number;
};
