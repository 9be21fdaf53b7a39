import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { createBackOff } from './back-off.ts';

it('waits longer each time, spread over two thirds of the longest, up to half a minute', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), (drawn) => {
      const backOff = createBackOff(() => drawn, 6_000);
      const ceilings = [6_000, 12_000, 24_000, 30_000, 30_000];
      const wait = (ceiling: number) => ceiling / 3 + (drawn * 2 * ceiling) / 3;
      assert.deepEqual(ceilings.map(backOff.next), ceilings.map(wait));
      backOff.reset();
      assert.equal(backOff.next(), wait(6_000));
      assert.ok(wait(6_000) >= 2_000 && wait(6_000) <= 6_000);
    }),
  );
});
