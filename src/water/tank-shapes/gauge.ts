import { correctHeight } from './calibration.ts';
import type { ConfiguredTank } from './configured-tank.ts';
import { brimOf, fullLitres, heightAtLitres, litresAtHeight } from './litres-at-height.ts';

/** How far a height may overshoot bottom and brim, as a share of the brim; as percents may. */
const overshoot = 0.1;

/** Reads a tank: what its sensor measures as height, percent and litres. Percents are of what can be used. */
export function gaugeOf(tank: ConfiguredTank) {
  const { sensor_height_cm: sensorHeight, dead_zone_cm: deadZone = 0, calibration = [] } = tank;
  const brim = brimOf(tank);
  const unusable = litresAtHeight(tank, tank.unusable_bottom_cm ?? 0);
  const capacity = fullLitres(tank) - unusable;
  return {
    brim,
    /** Usable litres of the full tank. */
    capacity,
    /** The height that a distance means before it is corrected; undefined without a height of the sensor. */
    measuredAt: (distanceCm: number): number | undefined =>
      sensorHeight === undefined ? undefined : sensorHeight - Math.max(distanceCm, deadZone),
    /** The highest that the sensor can measure; undefined where that is above the brim. */
    highestMeasured:
      sensorHeight !== undefined && sensorHeight - deadZone < brim
        ? sensorHeight - deadZone
        : undefined,
    heightOf: (measuredCm: number): number => correctHeight(measuredCm, calibration),
    /** Whether no water of this tank can stand at the height. */
    isBeyond: (heightCm: number): boolean =>
      heightCm < -overshoot * brim || heightCm > (1 + overshoot) * brim,
    percentAt: (heightCm: number): number =>
      (Math.max(0, litresAtHeight(tank, heightCm) - unusable) / capacity) * 100,
    /** The height at which so many litres can be used. */
    heightAt: (usableLitres: number): number => heightAtLitres(tank, usableLitres + unusable),
  };
}

export type Gauge = ReturnType<typeof gaugeOf>;
