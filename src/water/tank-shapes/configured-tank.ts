import type { CalibrationPoint } from './calibration.ts';
import type { TankShape } from './tank-shape.ts';

/** A tank as it is configured: its shape, where its sensor is, and what of it can be used. */
export type ConfiguredTank = TankShape & {
  /** Of the sensor above the bottom, where it measures the distance down to the water. */
  sensor_height_cm?: number;
  /** The sensor cannot tell distances below this. */
  dead_zone_cm?: number;
  /** Water that stands below the outlet. */
  unusable_bottom_cm?: number;
  /** At most two points, the newest last. */
  calibration?: CalibrationPoint[];
};
