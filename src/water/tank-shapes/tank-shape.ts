/** Row of a tank's table: litres at a height. */
export type TableRow = { height_cm: number; litres: number };

/** Inside of a tank. Names and units are those of a configuration, which is stored as it is. */
export type TankShape =
  | { shape: 'upright_cylinder'; diameter_cm: number; height_cm: number }
  | { shape: 'lying_cylinder'; diameter_cm: number; length_cm: number }
  | { shape: 'box'; length_cm: number; width_cm: number; height_cm: number }
  | { shape: 'upright_oval'; length_cm: number; width_cm: number; height_cm: number }
  | { shape: 'lying_oval'; length_cm: number; width_cm: number; height_cm: number }
  | { shape: 'cone'; diameter_cm: number; height_cm: number }
  | { shape: 'frustum'; bottom_diameter_cm: number; top_diameter_cm: number; height_cm: number }
  | { shape: 'sphere'; diameter_cm: number }
  | { shape: 'table'; table: TableRow[] };

export type ShapeName = TankShape['shape'];

type KeyOf<T> = T extends unknown ? Exclude<keyof T, 'shape'> : never;
/** Dimensions of each shape, in the order in which forms ask for them. */
export const dimensionsOf = {
  upright_cylinder: ['diameter_cm', 'height_cm'],
  lying_cylinder: ['diameter_cm', 'length_cm'],
  box: ['length_cm', 'width_cm', 'height_cm'],
  upright_oval: ['length_cm', 'width_cm', 'height_cm'],
  lying_oval: ['length_cm', 'width_cm', 'height_cm'],
  cone: ['diameter_cm', 'height_cm'],
  frustum: ['bottom_diameter_cm', 'top_diameter_cm', 'height_cm'],
  sphere: ['diameter_cm'],
  table: ['table'],
} as const satisfies { [S in ShapeName]: readonly KeyOf<Extract<TankShape, { shape: S }>>[] };

export const shapeNames = Object.keys(dimensionsOf) as ShapeName[];

/** Measurement of a sensor, and the known height of the water at the time, both above the bottom. */
export type CalibrationPoint = { measured_cm: number; height_cm: number };

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
