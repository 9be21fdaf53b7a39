import { brimOf, fullLitres, heightAtLitres, litresAtHeight } from './litres-at-height.ts';
import type { CalibrationPoint, ConfiguredTank } from './tank-shape.ts';

/** Percent below the top of a sensor within which a level stands at it. */
export const atTop = 1;

/** Overshoot of a height beyond bottom and brim that is accepted, as a share of the brim; as for percents. */
const overshoot = 0.1;

/**
 * Makes the gauge of a tank, which converts measurements to height, percent and litres. Percents are of the
 * usable range.
 */
export function gaugeOf(tank: ConfiguredTank) {
  const { sensor_height_cm: sensorHeight, dead_zone_cm: deadZone = 0, calibration = [] } = tank;
  const brim = brimOf(tank);
  const unusable = litresAtHeight(tank, tank.unusable_bottom_cm ?? 0);
  const capacity = fullLitres(tank) - unusable;
  const percentAt = (heightCm: number): number =>
    (Math.max(0, litresAtHeight(tank, heightCm) - unusable) / capacity) * 100;
  const highest = sensorHeight === undefined ? brim : sensorHeight - deadZone;
  return {
    brim,
    /** Usable litres of the full tank. */
    capacity,
    /** Returns the uncorrected height for a distance; undefined without a height of the sensor. */
    measuredAt: (distanceCm: number): number | undefined =>
      sensorHeight === undefined ? undefined : sensorHeight - Math.max(distanceCm, deadZone),
    /** Greatest height that the sensor can measure; undefined where that is above the brim. */
    highestMeasured: highest < brim ? highest : undefined,
    /** Highest percent that a distance can say; 100 where the sensor sees the brim. */
    highestPercent:
      sensorHeight === undefined
        ? 100
        : Math.min(100, percentAt(correctHeight(highest, calibration))),
    heightOf: (measuredCm: number): number => correctHeight(measuredCm, calibration),
    /** True if water of this tank cannot stand at the height. */
    isBeyond: (heightCm: number): boolean =>
      heightCm < -overshoot * brim || heightCm > (1 + overshoot) * brim,
    percentAt,
    /** Returns the height at which so many litres are usable. */
    heightAt: (usableLitres: number): number => heightAtLitres(tank, usableLitres + unusable),
  };
}

export type Gauge = ReturnType<typeof gaugeOf>;

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
  const isFar = ({ measured_cm }: CalibrationPoint) =>
    Math.abs(measured_cm - added.measured_cm) >= least;
  const other = points.filter(isFar).at(-1);
  return other ? [other, added] : [added];
}

export function isPlausible(points: readonly CalibrationPoint[]): boolean {
  const scale = scaleOf(points);
  return scale >= scaleRange[0] && scale <= scaleRange[1];
}
