import { correctHeight } from './calibration.ts';
import type { ConfiguredTank } from './configured-tank.ts';
import { brimOf, fullLitres, heightAtLitres, litresAtHeight } from './litres-at-height.ts';

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
  return {
    brim,
    /** Usable litres of the full tank. */
    capacity,
    /** Returns the uncorrected height for a distance; undefined without a height of the sensor. */
    measuredAt: (distanceCm: number): number | undefined =>
      sensorHeight === undefined ? undefined : sensorHeight - Math.max(distanceCm, deadZone),
    /** Greatest height that the sensor can measure; undefined where that is above the brim. */
    highestMeasured:
      sensorHeight !== undefined && sensorHeight - deadZone < brim
        ? sensorHeight - deadZone
        : undefined,
    heightOf: (measuredCm: number): number => correctHeight(measuredCm, calibration),
    /** True if water of this tank cannot stand at the height. */
    isBeyond: (heightCm: number): boolean =>
      heightCm < -overshoot * brim || heightCm > (1 + overshoot) * brim,
    percentAt: (heightCm: number): number =>
      (Math.max(0, litresAtHeight(tank, heightCm) - unusable) / capacity) * 100,
    /** Returns the height at which so many litres are usable. */
    heightAt: (usableLitres: number): number => heightAtLitres(tank, usableLitres + unusable),
  };
}

export type Gauge = ReturnType<typeof gaugeOf>;
