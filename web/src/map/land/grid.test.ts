import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { degreesText, gridLines } from './grid.ts';

describe('the grid of the map', () => {
  it('has lines at round degrees, in the view, at least as far apart as asked', () => {
    const from = fc.double({ min: -5, max: 42, noNaN: true });
    const width = fc.double({ min: 0.002, max: 12, noNaN: true });
    fc.assert(
      fc.property(from, width, fc.integer({ min: 3, max: 12 }), (start, wide, most) => {
        const lines = gridLines({ from: start, to: start + wide }, wide / most).map(Number);
        for (const [index, line] of lines.entries()) {
          assert.ok(line >= start - 1e-9 && line <= start + wide + 1e-9);
          const next = lines[index + 1];
          if (next !== undefined) assert.ok(next - line >= wide / most - 1e-9);
        }
        assert.ok(lines.length <= most + 1);
      }),
    );
  });

  it('has at least two lines in a view of several steps, so that it is never blank', () => {
    const from = fc.double({ min: -5, max: 42, noNaN: true });
    const width = fc.double({ min: 0.002, max: 12, noNaN: true });
    fc.assert(
      fc.property(from, width, (start, wide) => {
        const lines = gridLines({ from: start, to: start + wide }, wide / 6);
        assert.ok(lines.length >= 2, `${lines}`);
      }),
    );
  });

  it('is written as on paper', () => {
    assert.equal(degreesText('-1.25', ['N', 'S']), '1.25° S');
    assert.equal(degreesText('36.8', ['E', 'W']), '36.8° E');
    assert.equal(degreesText('0.0', ['N', 'S']), '0°');
    assert.deepEqual(gridLines({ from: 36.78, to: 36.83 }, 0.008), [
      '36.78',
      '36.79',
      '36.80',
      '36.81',
      '36.82',
      '36.83',
    ]);
  });
});
