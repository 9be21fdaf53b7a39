/** Measurement of a sensor, and the known height of the water at the time, both above the bottom. */
export type CalibrationPoint = { measured_cm: number; height_cm: number };

/** Plausible scales: a sensor beyond them measures something else, or a height was entered wrong. */
export const scaleRange = [0.5, 2] as const;

/**
 * Least distance of two points, as a share of the tank's height; between closer ones noise hides the scale.
 */
const leastDistance = 0.2;

/**
 * Corrects a measured height: one point corrects the sensor's place, two also its scale, by the line through
 * them.
 */
export function correctHeight(measuredCm: number, points: readonly CalibrationPoint[]): number {
  const [first] = points;
  if (!first) return measuredCm;
  return first.height_cm + (measuredCm - first.measured_cm) * scaleOf(points);
}

/** Returns the centimetres of water for each measured one. */
export function scaleOf([first, second]: readonly CalibrationPoint[]): number {
  if (!first || !second) return 1;
  return (second.height_cm - first.height_cm) / (second.measured_cm - first.measured_cm);
}

/** Adds a point. It is kept with the newest of those that are far enough from it; the others are outdated. */
export function addPoint(
  points: readonly CalibrationPoint[],
  added: CalibrationPoint,
  brimCm: number,
): CalibrationPoint[] {
  const least = leastDistance * brimCm;
  const other = points.findLast(
    ({ measured_cm }) => Math.abs(measured_cm - added.measured_cm) >= least,
  );
  return other ? [other, added] : [added];
}

export function isPlausible(points: readonly CalibrationPoint[]): boolean {
  const scale = scaleOf(points);
  return scale >= scaleRange[0] && scale <= scaleRange[1];
}
