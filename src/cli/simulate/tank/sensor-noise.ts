import { gaussian, type Random, uniform } from './random.ts';
import { brimHeight, capacityLitres, litresAtHeight, type TankShape } from './tank-shape.ts';

/** What the firmware makes of one echo. */
export interface Measurement {
  /** Percent of the volume; above 100 the water stands over the brim. */
  levelPercent: number;
  /** Water height in centimetres, never negative. */
  levelCm: number;
}

/** Ultrasonic sensors are blind close by, so installers mount them this far over the brim. */
const HEADROOM_CM = 25;
const DEVIATION_CM = 0.3;
const SPIKE_CHANCE = 0.002;
/** The service refuses levels beyond these, and firmware knows that they are nonsense. */
const LOWEST_PERCENT = -10;
const HIGHEST_PERCENT = 110;

/**
 * One ultrasonic measurement of a true water height in centimetres.
 *
 * Its errors are those of the real thing: a few millimetres of gaussian noise; the speed of sound,
 * 331.3 + 0.606·T m/s, which the firmware takes at the place's mean temperature while the air is
 * warmer or colder; and rarely an echo from a wall or a seam (reads too high) or none at all
 * (reads empty).
 */
export function measure(
  shape: TankShape,
  trueHeightCm: number,
  air: { celsius: number; calibratedAt: number },
  random: Random,
): Measurement {
  const sensorHeight = brimHeight(shape) + HEADROOM_CM;
  const distance = sensorHeight - trueHeightCm + DEVIATION_CM * gaussian(random);
  const believed = (distance * soundSpeed(air.calibratedAt)) / soundSpeed(air.celsius);
  return asMeasurement(shape, sensorHeight - withSpike(believed, sensorHeight, random));
}

function withSpike(distance: number, sensorHeight: number, random: Random): number {
  if (random() >= SPIKE_CHANCE) return distance;
  return random() < 0.5 ? distance * uniform(random, 0.3, 0.8) : sensorHeight;
}

function asMeasurement(shape: TankShape, heightCm: number): Measurement {
  const levelPercent = percentAtHeight(shape, heightCm);
  return {
    levelPercent: Math.min(Math.max(levelPercent, LOWEST_PERCENT), HIGHEST_PERCENT),
    levelCm: Math.max(heightCm, 0),
  };
}

/** Inside the tank the share of its volume, outside it a straight line on. */
function percentAtHeight(shape: TankShape, heightCm: number): number {
  const brim = brimHeight(shape);
  if (heightCm > brim || heightCm < 0) {
    return (heightCm < 0 ? 0 : 100) + ((heightCm < 0 ? heightCm : heightCm - brim) / brim) * 100;
  }
  return (litresAtHeight(shape, heightCm) / capacityLitres(shape)) * 100;
}

function soundSpeed(celsius: number): number {
  return 331.3 + 0.606 * celsius;
}
