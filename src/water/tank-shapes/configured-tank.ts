import type { CalibrationPoint } from './calibration.ts';
import type { TankShape } from './tank-shape.ts';

/** Configured tank: its shape, the place of its sensor, and the usable range. */
export type ConfiguredTank = TankShape & {
  /** Height of the sensor above the bottom, where it measures the distance down to the water. */
  sensor_height_cm?: number;
  /** Distance below which the sensor cannot measure. */
  dead_zone_cm?: number;
  /** Water below the outlet. */
  unusable_bottom_cm?: number;
  /** At most two points, the newest last. */
  calibration?: CalibrationPoint[];
};
