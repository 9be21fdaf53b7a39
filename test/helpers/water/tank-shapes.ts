import fc from 'fast-check';
import type { TankShape } from '../../../src/water/tank-shapes/tank-shape.ts';

const centimetres = fc.double({ min: 20, max: 500, noNaN: true });
const step = fc.double({ min: 1, max: 100, noNaN: true });

/** A table whose rows rise, from the bottom on or above it. */
const tables = fc
  .tuple(fc.boolean(), fc.array(fc.tuple(step, step), { minLength: 1, maxLength: 12 }))
  .map(([beginsAtBottom, steps]) => {
    let row = { height_cm: 0, litres: 0 };
    const rows = steps.map(([height, litres]) => {
      row = { height_cm: row.height_cm + height, litres: row.litres + 10 * litres };
      return row;
    });
    return beginsAtBottom ? [{ height_cm: 0, litres: 0 }, ...rows] : rows;
  });

/** Tanks of every shape. */
export const tankShapes: fc.Arbitrary<TankShape> = fc.oneof(
  fc.record({
    shape: fc.constant('upright_cylinder' as const),
    diameter_cm: centimetres,
    height_cm: centimetres,
  }),
  fc.record({
    shape: fc.constant('lying_cylinder' as const),
    diameter_cm: centimetres,
    length_cm: centimetres,
  }),
  fc.record({
    shape: fc.constantFrom('box' as const, 'upright_oval' as const, 'lying_oval' as const),
    length_cm: centimetres,
    width_cm: centimetres,
    height_cm: centimetres,
  }),
  fc.record({
    shape: fc.constant('cone' as const),
    diameter_cm: centimetres,
    height_cm: centimetres,
  }),
  fc.record({
    shape: fc.constant('frustum' as const),
    bottom_diameter_cm: centimetres,
    top_diameter_cm: centimetres,
    height_cm: centimetres,
  }),
  fc.record({ shape: fc.constant('sphere' as const), diameter_cm: centimetres }),
  fc.record({ shape: fc.constant('table' as const), table: tables }),
);
