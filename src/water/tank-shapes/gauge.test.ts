import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { tankShapes } from '../../../test/helpers/water/tank-shapes.ts';
import { noReadingValues } from '../../db/tables/reading-fields.ts';
import { checkTank } from './check-tank.ts';
import { fillByShape } from './fill-by-shape.ts';
import { addPoint, correctHeight, gaugeOf } from './gauge.ts';
import { brimOf, fullLitres, litresAtHeight } from './litres-at-height.ts';
import type { CalibrationPoint, ConfiguredTank, TableRow } from './tank-shape.ts';

const box: ConfiguredTank = { shape: 'box', length_cm: 100, width_cm: 100, height_cm: 200 };
const shares = fc.double({ min: 0, max: 1, noNaN: true });

function wrongFieldsOf(more: object): string[] {
  return checkTank({ ...box, ...more }).map(({ field }) => field);
}

function filled(tank: ConfiguredTank, values: object, distance: number | null = null) {
  const row = { ...noReadingValues, ...values };
  const refusal = fillByShape(row, distance, { tank: JSON.stringify(tank), capacity: 2000 });
  const { level, level_cm, volume } = row;
  return refusal ?? [level, level_cm, volume];
}

describe('a tank', () => {
  it('has the percent of its usable litres, which give the height back', () => {
    fc.assert(
      fc.property(tankShapes, shares, shares, (shape, bottom, share) => {
        const unusable_bottom_cm = 0.9 * bottom * brimOf(shape);
        const { percentAt, heightAt, capacity, brim } = gaugeOf({ ...shape, unusable_bottom_cm });
        const unusable = litresAtHeight(shape, unusable_bottom_cm);
        assert.ok(Math.abs(capacity + unusable - fullLitres(shape)) <= 1e-9 * fullLitres(shape));
        assert.equal(percentAt(unusable_bottom_cm), 0);
        assert.equal(percentAt(brim), 100);
        const percent = percentAt(heightAt(share * capacity));
        assert.ok(Math.abs(percent - share * 100) < 1e-4, `${percent} is not ${share * 100}`);
      }),
    );
  });

  it('measures up to the dead zone of its sensor', () => {
    const tank = gaugeOf({ ...box, sensor_height_cm: 210, dead_zone_cm: 25 });
    assert.deepEqual([150, 25, 3].map(tank.measuredAt), [60, 185, 185]);
    assert.equal(tank.highestMeasured, 185);
    assert.equal(tank.highestPercent, 92.5);
    assert.equal(gaugeOf({ ...box, sensor_height_cm: 230 }).highestMeasured, undefined);
    assert.equal(gaugeOf({ ...box, sensor_height_cm: 230 }).highestPercent, 100);
    assert.equal(gaugeOf(box).highestPercent, 100);
    const calibration = [{ measured_cm: 100, height_cm: 90 }];
    assert.equal(gaugeOf({ ...box, sensor_height_cm: 205, calibration }).highestPercent, 97.5);
    assert.equal(gaugeOf(box).measuredAt(50), undefined);
  });

  it('must be possible', () => {
    const point = { measured_cm: 10, height_cm: 10 };
    assert.deepEqual(wrongFieldsOf({}), []);
    assert.deepEqual(wrongFieldsOf({ unusable_bottom_cm: 200 }), ['tank.unusable_bottom_cm']);
    assert.deepEqual(wrongFieldsOf({ unusable_bottom_cm: 195 }), ['tank']);
    assert.deepEqual(wrongFieldsOf({ height_cm: 9 }), ['tank']);
    assert.deepEqual(wrongFieldsOf({ height_cm: 10_000, width_cm: 101 }), ['tank']);
    assert.deepEqual(wrongFieldsOf({ dead_zone_cm: 25 }), ['tank.dead_zone_cm']);
    assert.deepEqual(wrongFieldsOf({ dead_zone_cm: 25, sensor_height_cm: 26 }), []);
    for (const other of [
      point,
      { measured_cm: 10, height_cm: 20 },
      { measured_cm: 50, height_cm: 5 },
    ]) {
      assert.deepEqual(wrongFieldsOf({ calibration: [point, other] }), ['tank.calibration']);
    }
    const row = (height_cm: number, litres: number): TableRow => ({ height_cm, litres });
    const falling = [[], [row(0, 0)], [row(0, 5), row(10, 5)], [row(10, 500), row(10, 600)]];
    for (const table of falling) {
      const [error] = checkTank({ shape: 'table', table });
      assert.equal(error?.field, 'tank.table', JSON.stringify(table));
    }
    assert.deepEqual(checkTank({ shape: 'table', table: [row(0, 50), row(100, 800)] }), []);
  });
});

describe('a calibration', () => {
  const points = (brim: number) =>
    fc.record({
      measured_cm: fc.double({ min: 0, max: brim, noNaN: true }),
      height_cm: fc.double({ min: 0, max: brim, noNaN: true }),
    });

  it('goes through its points', () => {
    const near = (points: CalibrationPoint[]) => {
      for (const { measured_cm, height_cm } of points) {
        assert.ok(Math.abs(correctHeight(measured_cm, points) - height_cm) < 1e-6);
      }
    };
    fc.assert(
      fc.property(points(200), points(200), (a, b) => {
        near([a]);
        near(addPoint([a], b, 200));
      }),
    );
    assert.equal(correctHeight(42, []), 42);
  });

  it('keeps the newest point and the newest other that is far from it', () => {
    const at = (measured_cm: number) => ({ measured_cm, height_cm: measured_cm });
    assert.deepEqual(addPoint([], at(10), 200), [at(10)]);
    assert.deepEqual(addPoint([at(10)], at(49), 200), [at(49)]);
    assert.deepEqual(addPoint([at(10)], at(50), 200), [at(10), at(50)]);
    assert.deepEqual(addPoint([at(10), at(100)], at(20), 200), [at(100), at(20)]);
  });
});

describe('a reading of a tank whose shape is known', () => {
  const tank: ConfiguredTank = { ...box, sensor_height_cm: 210, dead_zone_cm: 25 };

  it('gains what it does not say', () => {
    assert.deepEqual(filled(tank, { level_cm: 50 }), [25, 50, 500]);
    assert.deepEqual(filled(tank, {}, 160), [25, 50, 500]);
    assert.deepEqual(filled(tank, { level_cm: 50 }, 100), [25, 50, 500]);
    assert.deepEqual(filled(tank, { level: 30, level_cm: 50 }), [30, 50, 500]);
    assert.deepEqual(filled(tank, { level: 30 }), [30, null, null]);
    assert.deepEqual(filled(tank, { level_cm: 50, volume: 444 }), [25, 50, 444]);
    assert.deepEqual(
      filled({ ...tank, calibration: [{ measured_cm: 50, height_cm: 60 }] }, {}, 160),
      [30, 50, 600],
    );
  });

  it('overshoots by a tenth of its height at most', () => {
    assert.deepEqual(filled(tank, { level_cm: 220 }), [100, 220, 2000]);
    assert.deepEqual(filled(tank, {}, 230), [0, 0, 0]);
    assert.equal(filled(tank, { level_cm: 220.1 }), 'beyond-tank');
    assert.equal(filled(tank, {}, 230.1), 'beyond-tank');
    assert.deepEqual(filled(tank, { level: 60, level_cm: 900 }), [60, 900, null]);
    assert.equal(filled(box, {}, 100), 'no-sensor-height');
  });
});
