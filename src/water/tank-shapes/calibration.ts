/** What the sensor measured when the water stood at a height that somebody knew, both above the bottom. */
export type CalibrationPoint = { measured_cm: number; height_cm: number };

/** A sensor that is off by more than this measures something else, or was told something wrong. */
export const scaleRange = [0.5, 2] as const;

/** Two points that are closer, as a share of the tank's height, tell noise rather than a scale. */
const leastDistance = 0.2;

/**
 * The height of the water where the sensor measures so much: one point corrects its place, two also
 * its scale, by the line through them.
 */
export function correctHeight(measuredCm: number, points: readonly CalibrationPoint[]): number {
  const [first] = points;
  if (!first) return measuredCm;
  return first.height_cm + (measuredCm - first.measured_cm) * scaleOf(points);
}

/** Centimetres of water for each that the sensor measures. */
export function scaleOf([first, second]: readonly CalibrationPoint[]): number {
  if (!first || !second) return 1;
  return (second.height_cm - first.height_cm) / (second.measured_cm - first.measured_cm);
}

/**
 * The points with a new one. It stands beside the newest of those that are far enough from it; the
 * others are outdated by it.
 */
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
