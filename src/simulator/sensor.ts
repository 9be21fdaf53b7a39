import { brimOf, fullLitres, litresAtHeight } from '../water/tank-shapes/litres-at-height.ts';
import type { TankShape } from '../water/tank-shapes/tank-shape.ts';
import { gaussian, type Random, uniform } from './random.ts';

/** Values that the firmware derives from one echo. */
export type Measurement = {
  /** Percent of the volume; above 100 the water is over the brim. */
  levelPercent: number;
  /** Water height in centimetres, never negative. */
  levelCm: number;
};

/** Errors of an ultrasonic sensor above the water. */
export type Sensor = {
  /** Standard deviation of a reading, as a share of the tank's height. */
  noise: number;
  /** Factor on the noise while water pours in. */
  ripple: number;
  /** Share of the readings with the echo of a wall or a seam (too high) or none (empty). */
  spikes: number;
  /**
   * Share of the air's warmth that is not compensated: 0 with a thermometer, 1 without, 2 under a hot lid.
   */
  drift: number;
  /** Resolution of the distance; 0 is exact. */
  stepCm: number;
  countsWholePercents: boolean;
  /** Height over the brim. */
  mountedCm: number;
  /** Nearer than this it gets no echo. */
  deadZoneCm: number;
  /** Reading of the distance in that case. */
  tooNear: 'full' | 'repeats last';
};

export type SensorGrade = 'ideal' | 'good' | 'usual' | 'poor';

const ideal: Sensor = {
  noise: 0,
  ripple: 1,
  spikes: 0,
  drift: 0,
  stepCm: 0,
  countsWholePercents: false,
  mountedCm: 25,
  deadZoneCm: 0,
  tooNear: 'full',
};
export const sensors: Readonly<Record<SensorGrade, Sensor>> = {
  ideal,
  good: {
    ...ideal,
    noise: 0.003,
    ripple: 2,
    spikes: 0.001,
    drift: 0.1,
    stepCm: 0.1,
    deadZoneCm: 20,
  },
  usual: {
    ...ideal,
    noise: 0.01,
    ripple: 2.5,
    spikes: 0.005,
    drift: 1,
    stepCm: 1,
    mountedCm: 10,
    deadZoneCm: 20,
    tooNear: 'repeats last',
  },
  poor: {
    ...ideal,
    noise: 0.02,
    ripple: 3,
    spikes: 0.02,
    drift: 2,
    stepCm: 1,
    countsWholePercents: true,
    mountedCm: 5,
    deadZoneCm: 25,
  },
};

/** Quantities to measure; `last` is the measurement before. */
export type Scene = {
  shape: TankShape;
  heightCm: number;
  isFilling: boolean;
  air: { celsius: number; calibratedAt: number };
  last: Measurement | null;
  fault?: SensorFault | undefined;
};

/**
 * Faults: it repeats itself, hangs 30 % of the height lower or higher, or its noise is five times as much.
 */
export type SensorFault = 'stuck' | 'fallen' | 'raised' | 'noisy';
const fallenShare = 0.3;
const noisyFactor = 5;

/** The service refuses levels beyond these, and firmware drops them as nonsense. */
const [lowestPercent, highestPercent] = [-10, 110];

export function measure(sensor: Sensor, scene: Scene, random: Random): Measurement {
  const { shape, heightCm, isFilling, air, last, fault } = scene;
  if (fault === 'stuck' && last !== null) return last;
  const brim = brimOf(shape);
  const sensorHeight = brim + sensor.mountedCm;
  const more = (isFilling ? sensor.ripple : 1) * (fault === 'noisy' ? noisyFactor : 1);
  const lower = fault === 'fallen' ? fallenShare : fault === 'raised' ? -fallenShare : 0;
  const distance =
    sensorHeight - heightCm - lower * brim + sensor.noise * brim * more * gaussian(random);
  if (distance < sensor.deadZoneCm) {
    const full = { levelPercent: 100, levelCm: brim };
    return sensor.tooNear === 'full' ? full : (last ?? full);
  }
  const heard = random() < sensor.spikes ? spike(distance, sensorHeight, random) : distance;
  const believed = inSteps(heard * warmthError(sensor.drift, air), sensor.stepCm);
  const height = sensorHeight - believed;
  const percent = percentAtHeight(shape, height);
  const counted = sensor.countsWholePercents ? Math.round(percent) : percent;
  return {
    levelPercent: Math.min(Math.max(counted, lowestPercent), highestPercent),
    levelCm: Math.max(height, 0),
  };
}

/** Echo of a wall or a seam that is nearer than the water, or no echo at all. */
function spike(distance: number, sensorHeight: number, random: Random): number {
  return random() < 0.5 ? distance * uniform(random, 0.3, 0.8) : sensorHeight;
}

/** Firmware uses the speed of sound at the place's mean temperature; a degree makes 0.18 %. */
function warmthError(drift: number, { celsius, calibratedAt }: Scene['air']): number {
  const soundSpeed = (at: number) => 331.3 + 0.606 * at;
  return soundSpeed(calibratedAt) / soundSpeed(calibratedAt + drift * (celsius - calibratedAt));
}

function inSteps(value: number, step: number): number {
  return step === 0 ? value : Math.round(value / step) * step;
}

/** Inside the tank the share of its volume, outside it a straight line on. */
function percentAtHeight(shape: TankShape, heightCm: number): number {
  const brim = brimOf(shape);
  if (heightCm < 0 || heightCm > brim) return (heightCm / brim) * 100;
  return (litresAtHeight(shape, heightCm) / fullLitres(shape)) * 100;
}
