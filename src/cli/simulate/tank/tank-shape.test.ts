import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  brimHeight,
  capacityLitres,
  heightAtLitres,
  litresAtHeight,
  type TankShape,
} from './tank-shape.ts';

const cm = fc.double({ min: 50, max: 1000, noNaN: true });
const share = fc.double({ min: 0, max: 1, noNaN: true });
const shapes: fc.Arbitrary<TankShape> = fc.oneof(
  fc.record({ form: fc.constant('vertical-cylinder' as const), diameterCm: cm, heightCm: cm }),
  fc.record({ form: fc.constant('horizontal-cylinder' as const), diameterCm: cm, lengthCm: cm }),
  fc.record({ form: fc.constant('cuboid' as const), lengthCm: cm, widthCm: cm, heightCm: cm }),
);

test('a known tank of each form holds what the formula says', () => {
  const near = (shape: TankShape, litres: number): void =>
    assert.ok(Math.abs(capacityLitres(shape) - litres) < 1e-9 * litres);
  near({ form: 'vertical-cylinder', diameterCm: 100, heightCm: 100 }, Math.PI * 250);
  near({ form: 'horizontal-cylinder', diameterCm: 200, lengthCm: 500 }, Math.PI * 5000);
  near({ form: 'cuboid', lengthCm: 244, widthCm: 244, heightCm: 244 }, 14_526.784);
});

test('a lying cylinder filled to its axis holds half', () => {
  const shape: TankShape = { form: 'horizontal-cylinder', diameterCm: 200, lengthCm: 500 };
  assert.ok(Math.abs(litresAtHeight(shape, 100) - capacityLitres(shape) / 2) < 1e-6);
});

test('more height is never less water', () => {
  fc.assert(
    fc.property(shapes, share, share, (shape, a, b) => {
      const [low, high] = a < b ? [a, b] : [b, a];
      const brim = brimHeight(shape);
      assert.ok(litresAtHeight(shape, low * brim) <= litresAtHeight(shape, high * brim) + 1e-9);
    }),
  );
});

test('height and litres are each other’s inverse', () => {
  fc.assert(
    fc.property(shapes, share, (shape, filled) => {
      const litres = filled * capacityLitres(shape);
      const back = litresAtHeight(shape, heightAtLitres(shape, litres));
      assert.ok(Math.abs(back - litres) <= 1e-9 * capacityLitres(shape));
    }),
  );
});

test('outside the tank it is empty or full', () => {
  fc.assert(
    fc.property(shapes, (shape) => {
      const brim = brimHeight(shape);
      assert.equal(litresAtHeight(shape, -5), 0);
      assert.equal(litresAtHeight(shape, brim + 5), capacityLitres(shape));
      assert.equal(heightAtLitres(shape, -1), 0);
      assert.equal(heightAtLitres(shape, capacityLitres(shape) + 1), brim);
    }),
  );
});
