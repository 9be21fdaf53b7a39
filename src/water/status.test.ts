import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { critical, defaultThresholds, normal, statusOfLevel, warning } from './status.ts';

const level = fc.double({ min: 0, max: 100, noNaN: true });

describe('status', () => {
  it('follows the thresholds on both sides of each limit', () => {
    const expected: [number, number][] = [
      [0, critical],
      [10, critical],
      [10.01, warning],
      [20, warning],
      [20.01, normal],
      [89.99, normal],
      [90, warning],
      [94.99, warning],
      [95, critical],
      [100, critical],
    ];
    for (const [at, status] of expected) {
      assert.equal(statusOfLevel(at, defaultThresholds), status, `at ${at} %`);
    }
  });

  it('never finds a level between the thresholds anything but normal', () => {
    const thresholds = fc.record({
      high: fc.integer({ min: 50, max: 99 }),
      low: fc.integer({ min: 1, max: 49 }),
    });
    fc.assert(
      fc.property(level, thresholds, (at, { high, low }) => {
        const isBetween = at > low && at < high;
        assert.equal(statusOfLevel(at, { high, low }) === normal, isBetween);
      }),
    );
  });
});
