import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { roundMarks } from './round-steps.ts';

describe('the marks of an axis', () => {
  it('are as people count', () => {
    assert.deepEqual(roundMarks(1384), [0, 500, 1000, 1500]);
    assert.deepEqual(roundMarks(100), [0, 25, 50, 75, 100]);
    assert.deepEqual(roundMarks(2300), [0, 1000, 2000, 3000]);
    assert.deepEqual(roundMarks(0.7), [0, 0.2, 0.4, 0.6, 0.8]);
    assert.deepEqual(roundMarks(0), [0]);
    assert.deepEqual(roundMarks(2300, { most: 5 }), [0, 500, 1000, 1500, 2000, 2500]);
  });

  it('reach the largest value in at most four equal round steps, of which more than half are used', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 1e7, noNaN: true }), (largest) => {
        const marks = roundMarks(largest);
        const [zero, step = 0] = marks;
        const top = marks.at(-1) ?? 0;
        assert.equal(zero, 0);
        assert.ok(marks.length >= 2 && marks.length <= 5, `${marks}`);
        assert.ok(top >= largest * 0.999999 && top - step < largest, `${marks} for ${largest}`);
        const digits = step / 10 ** Math.floor(Math.log10(step) + 1e-9);
        assert.ok(
          [1, 2, 2.5, 5].some((each) => Math.abs(each - digits) < 1e-6),
          `${step}`,
        );
      }),
    );
  });

  it('are never written the same twice', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 20, noNaN: true }), (largest) => {
        const marks = roundMarks(largest, { isTold: (mark) => Number.isInteger(mark) });
        assert.ok(marks.every(Number.isInteger), `${marks}`);
      }),
    );
  });
});
