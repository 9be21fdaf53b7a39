import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { steerPump } from './pump-automation.ts';
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

describe('pump automation', () => {
  const automation = { onBelow: 30, offAbove: 80 };

  it('switches on below, off above, and leaves the pump alone between', () => {
    assert.equal(steerPump(automation, 29.9, 'off', undefined), 'on');
    assert.equal(steerPump(automation, 80.1, 'on', undefined), 'off');
    for (const at of [30, 50, 80]) {
      assert.equal(steerPump(automation, at, 'on', undefined), undefined);
      assert.equal(steerPump(automation, at, 'off', undefined), undefined);
    }
  });

  it('sends nothing to a pump that already does it, or is about to be told', () => {
    assert.equal(steerPump(automation, 10, 'on', undefined), undefined);
    assert.equal(steerPump(automation, 10, 'off', { command: 'on', isPending: true }), undefined);
    assert.equal(steerPump(automation, 10, null, { command: 'on', isPending: false }), undefined);
  });

  it('overtakes a waiting command of the other kind', () => {
    assert.equal(steerPump(automation, 10, 'on', { command: 'off', isPending: true }), 'on');
  });

  it('sends again when the pump says that it did not obey', () => {
    assert.equal(steerPump(automation, 10, 'off', { command: 'on', isPending: false }), 'on');
  });
});
