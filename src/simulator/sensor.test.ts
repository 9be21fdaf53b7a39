import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fullLitres, litresAtHeight } from '../water/tank-shapes/litres-at-height.ts';
import type { TankShape } from '../water/tank-shapes/tank-shape.ts';
import { createRandom } from './random.ts';
import { measure, type Scene, type Sensor, type SensorGrade, sensors } from './sensor.ts';

const UPRIGHT: TankShape = { shape: 'upright_cylinder', diameter_cm: 200, height_cm: 200 };
const LYING: TankShape = { shape: 'lying_cylinder', diameter_cm: 200, length_cm: 600 };
const HALF_FULL: Scene = {
  shape: UPRIGHT,
  heightCm: 100,
  isFilling: false,
  air: { celsius: 20, calibratedAt: 20 },
  last: null,
};

const grades = fc.constantFrom<SensorGrade>('ideal', 'good', 'usual', 'poor');
const heights = fc.double({ min: 0, max: 200, noNaN: true });
const seeds = fc.integer();

function readings(sensor: Sensor, scene: Partial<Scene>, count = 4000): number[] {
  const random = createRandom(1, 'readings');
  return Array.from(
    { length: count },
    () => measure(sensor, { ...HALF_FULL, ...scene }, random).levelCm,
  );
}

function deviation(values: number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

/** A sensor of a grade whose only error is its noise. */
function onlyNoise(grade: SensorGrade): Sensor {
  return { ...sensors[grade], spikes: 0, stepCm: 0 };
}

test('an ideal sensor says what is there, in a tank of any form, whatever the weather', () => {
  const celsius = fc.double({ min: 5, max: 45, noNaN: true });
  fc.assert(
    fc.property(heights, celsius, fc.constantFrom(UPRIGHT, LYING), (heightCm, air, shape) => {
      const scene = { ...HALF_FULL, shape, heightCm, air: { celsius: air, calibratedAt: 20 } };
      const { levelCm, levelPercent } = measure(sensors.ideal, scene, createRandom(1));
      const share = litresAtHeight(shape, heightCm) / fullLitres(shape);
      assert.ok(Math.abs(levelCm - heightCm) < 1e-9);
      assert.ok(Math.abs(levelPercent - 100 * share) < 1e-6);
    }),
  );
});

test('noise is a share of the height, and two to three times that while water pours in', () => {
  for (const [grade, stillCm, fillingCm] of [
    ['good', 0.6, 1.2],
    ['usual', 2, 5],
    ['poor', 4, 12],
  ] as const) {
    const sensor = onlyNoise(grade);
    assert.ok(Math.abs(deviation(readings(sensor, {})) / stillCm - 1) < 0.05, grade);
    const filling = deviation(readings(sensor, { isFilling: true }));
    assert.ok(Math.abs(filling / fillingCm - 1) < 0.05, grade);
  }
});

test('a usual sensor counts whole centimetres, a poor one whole percents', () => {
  fc.assert(
    fc.property(heights, seeds, (heightCm, seed) => {
      const scene = { ...HALF_FULL, heightCm };
      assert.ok(Number.isInteger(measure(sensors.usual, scene, createRandom(seed)).levelCm));
      const lying = { ...scene, shape: LYING };
      assert.ok(Number.isInteger(measure(sensors.poor, lying, createRandom(seed)).levelPercent));
    }),
  );
});

test('spikes are as rare as stated: a wall that is nearer than the water, or no echo', () => {
  for (const grade of ['good', 'usual', 'poor'] as const) {
    const sensor = { ...sensors[grade], noise: 0, stepCm: 0 };
    const levels = readings(sensor, {}, 40_000);
    const far = levels.filter((level) => Math.abs(level - 100) > 1);
    assert.ok(Math.abs(far.length / 40_000 / sensor.spikes - 1) < 0.3, `${grade} ${far.length}`);
    const empty = far.filter((level) => level === 0).length;
    assert.ok(Math.abs(empty / far.length - 0.5) < 0.2, `${grade} ${empty}`);
    assert.ok(far.every((level) => level === 0 || level > 100));
  }
  assert.ok(readings(sensors.ideal, {}).every((level) => Math.abs(level - 100) < 1e-9));
});

test('without an echo near the top a usual sensor repeats itself and a poor one says full', () => {
  const last = { levelPercent: 91, levelCm: 182 };
  const at = (grade: SensorGrade, heightCm: number) =>
    measure({ ...onlyNoise(grade), noise: 0 }, { ...HALF_FULL, heightCm, last }, createRandom(1));
  assert.ok(at('usual', 189).levelPercent > 94);
  assert.deepEqual(at('usual', 191), last);
  assert.ok(at('poor', 179).levelPercent < 91);
  assert.deepEqual(at('poor', 181), { levelPercent: 100, levelCm: 200 });
  const first = { ...HALF_FULL, heightCm: 199 };
  assert.equal(measure(sensors.usual, first, createRandom(1)).levelPercent, 100);
  assert.ok(at('good', 203).levelPercent > 101);
});

test('in warm air the water seems nearer, the more so the less the sensor knows of it', () => {
  const error = (grade: SensorGrade, celsius: number): number => {
    const air = { celsius, calibratedAt: 20 };
    const sensor = { ...onlyNoise(grade), noise: 0 };
    return measure(sensor, { ...HALF_FULL, air }, createRandom(1)).levelCm - 100;
  };
  assert.ok(Math.abs(error('usual', 30) - 110 * (1 - 343.42 / 349.48)) < 1e-9);
  assert.ok(error('usual', 10) < -1.5);
  assert.ok(error('good', 30) > 0 && error('good', 30) < 0.3);
  assert.ok(error('poor', 30) > 1.8 * error('usual', 30));
});

test('a sensor that fails repeats itself, is off by a part of the height, or is noisier', () => {
  const last = { levelPercent: 70, levelCm: 140 };
  const at = (scene: Partial<Scene>) =>
    measure(sensors.ideal, { ...HALF_FULL, ...scene }, createRandom(1)).levelCm;
  assert.equal(at({ fault: 'stuck', last }), 140);
  assert.ok(Math.abs(at({ fault: 'fallen' }) - 160) < 1e-9);
  assert.ok(Math.abs(at({ fault: 'raised' }) - 40) < 1e-9);
  const noisy = deviation(readings(onlyNoise('usual'), { fault: 'noisy' }));
  assert.ok(Math.abs(noisy / 10 - 1) < 0.05);
});

test('every reading is one that the service accepts', () => {
  fc.assert(
    fc.property(grades, heights, fc.boolean(), seeds, (grade, heightCm, isFilling, seed) => {
      const scene = { ...HALF_FULL, heightCm, isFilling };
      const { levelCm, levelPercent } = measure(sensors[grade], scene, createRandom(seed));
      assert.ok(levelPercent >= -10 && levelPercent <= 110 && levelCm >= 0);
    }),
  );
});
