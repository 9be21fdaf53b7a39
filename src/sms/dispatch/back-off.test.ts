import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { backOffMs, repeatAfterMs } from './back-off.ts';

describe('back-off', () => {
  it('doubles from a second up to ten minutes, where chance says the longest', () => {
    const waits = [0, 1, 2, 9, 10, 1000].map((attempts) => backOffMs(attempts, 1));
    assert.deepEqual(waits, [1000, 2000, 4000, 512_000, 600_000, 600_000]);
  });

  it('leaves what may have been sent alone for half a minute, then two minutes, eight, ten', () => {
    const waits = [0, 1, 2, 3, 1000].map((inDoubt) => repeatAfterMs(inDoubt, 1));
    assert.deepEqual(waits, [30_000, 120_000, 480_000, 600_000, 600_000]);
    assert.equal(repeatAfterMs(0, 0), 15_000);
  });

  it('holds: chance takes away half at most', () => {
    fc.assert(
      fc.property(fc.nat(100), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, random) => {
        const wait = backOffMs(attempts, random);
        const longest = backOffMs(attempts, 1);
        assert.ok(wait >= longest / 2 - 1 && wait <= longest);
      }),
    );
  });
});
