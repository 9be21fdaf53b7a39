import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { tankShapes } from '../../../test/helpers/water/tank-shapes.ts';
import { brimOf, fullLitres, heightAtLitres, litresAtHeight } from './litres-at-height.ts';
import type { TankShape } from './tank-shape.ts';

const shares = fc.double({ min: 0, max: 1, noNaN: true });

/** Returns the area of the water's surface at a height, from widths alone. */
function surfaceAt(tank: Exclude<TankShape, { shape: 'table' }>, height: number): number {
  const disc = (diameter: number) => Math.PI * (diameter / 2) ** 2;
  /** Returns the width of a circle of this diameter at the height. */
  const chord = (diameter: number) => 2 * Math.sqrt(Math.max(0, height * (diameter - height)));
  switch (tank.shape) {
    case 'upright_cylinder':
      return disc(tank.diameter_cm);
    case 'box':
      return tank.length_cm * tank.width_cm;
    case 'upright_oval':
      return Math.PI * (tank.length_cm / 2) * (tank.width_cm / 2);
    case 'lying_cylinder':
      return chord(tank.diameter_cm) * tank.length_cm;
    case 'lying_oval':
      return chord(tank.height_cm) * (tank.width_cm / tank.height_cm) * tank.length_cm;
    case 'cone':
      return disc((tank.diameter_cm * height) / tank.height_cm);
    case 'frustum': {
      const { bottom_diameter_cm: bottom, top_diameter_cm: top, height_cm: brim } = tank;
      return disc(bottom + ((top - bottom) * height) / brim);
    }
    case 'sphere':
      return disc(chord(tank.diameter_cm));
  }
}

/** Sums up thin slices, by the midpoint rule. */
function integrate(tank: Exclude<TankShape, { shape: 'table' }>, height: number): number {
  const slices = 4000;
  let sum = 0;
  for (let slice = 0; slice < slices; slice++) {
    sum += surfaceAt(tank, ((slice + 0.5) * height) / slices);
  }
  return (sum * height) / slices / 1000;
}

function assertNear(actual: number, expected: number, tolerance: number): void {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);
}

describe('litres in a tank', () => {
  it('are what thin slices of it add up to, at any height', () => {
    fc.assert(
      fc.property(tankShapes, shares, (tank, share) => {
        if (tank.shape === 'table') return;
        const height = share * brimOf(tank);
        assertNear(litresAtHeight(tank, height), integrate(tank, height), 1e-5 * fullLitres(tank));
      }),
    );
  });

  it('rise with the height, and give it back', () => {
    fc.assert(
      fc.property(tankShapes, shares, shares, (tank, a, b) => {
        const brim = brimOf(tank);
        const [low, high] = [Math.min(a, b) * brim, Math.max(a, b) * brim];
        // Near the bottom a segment is the difference of two numbers that are nearly the same.
        const slack = 1e-7 * fullLitres(tank);
        assert.ok(litresAtHeight(tank, low) <= litresAtHeight(tank, high) + slack);
        const litres = litresAtHeight(tank, high);
        assertNear(litresAtHeight(tank, heightAtLitres(tank, litres)), litres, slack);
        const filled = a * fullLitres(tank);
        assertNear(litresAtHeight(tank, heightAtLitres(tank, filled)), filled, slack);
      }),
    );
  });

  it('are none below the bottom and no more above the brim', () => {
    fc.assert(
      fc.property(tankShapes, (tank) => {
        const brim = brimOf(tank);
        assert.equal(litresAtHeight(tank, -5), 0);
        assert.equal(litresAtHeight(tank, brim + 5), fullLitres(tank));
        assert.equal(heightAtLitres(tank, -1), 0);
        assert.equal(heightAtLitres(tank, fullLitres(tank) + 1), brim);
      }),
    );
  });

  it('are half of a tank that is the same upside down, at half of its height', () => {
    const halves: TankShape[] = [
      { shape: 'lying_cylinder', diameter_cm: 150, length_cm: 300 },
      { shape: 'lying_oval', width_cm: 180, height_cm: 120, length_cm: 240 },
      { shape: 'sphere', diameter_cm: 200 },
    ];
    for (const tank of halves) {
      assertNear(litresAtHeight(tank, brimOf(tank) / 2), fullLitres(tank) / 2, 1e-9);
    }
  });

  it('are those of known tanks', () => {
    const known: [TankShape, number][] = [
      [{ shape: 'box', length_cm: 100, width_cm: 100, height_cm: 100 }, 1000],
      [{ shape: 'upright_cylinder', diameter_cm: 200, height_cm: 100 }, Math.PI * 1000],
      [{ shape: 'cone', diameter_cm: 200, height_cm: 300 }, Math.PI * 1000],
      [{ shape: 'sphere', diameter_cm: 200 }, (4 / 3) * Math.PI * 1000],
      [{ shape: 'table', table: [{ height_cm: 80, litres: 700 }] }, 700],
    ];
    for (const [tank, litres] of known) assertNear(fullLitres(tank), litres, 1e-9);
  });

  it('rise evenly between the rows of a table, and from the bottom to its first', () => {
    const table = [
      { height_cm: 10, litres: 40 },
      { height_cm: 30, litres: 240 },
    ];
    const litres = [0, 5, 10, 20, 30].map((each) =>
      litresAtHeight({ shape: 'table', table }, each),
    );
    assert.deepEqual(litres, [0, 20, 40, 140, 240]);
  });
});
