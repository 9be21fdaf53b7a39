import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { Turns } from './turns.ts';

test('whoever asks gets one turn, in the order of asking, and never too many at once', async () => {
  const asked = fc.uniqueArray(fc.nat(99), { minLength: 1, maxLength: 100 });
  await fc.assert(
    fc.asyncProperty(asked, fc.integer({ min: 1, max: 8 }), async (all, most) => {
      const begun: number[] = [];
      let underWay = 0;
      let busiest = 0;
      const work = async (index: number) => {
        begun.push(index);
        underWay += 1;
        busiest = Math.max(busiest, underWay);
        for (let left = index % 5; left > 0; left -= 1) await Promise.resolve();
        underWay -= 1;
      };
      const turns = new Turns(100, most, work, { stopwatch: () => 0, onWait: () => {} });
      for (const index of all) {
        turns.ask(index);
        if (index % 5 > 0) turns.ask(index);
      }
      // All of it is done by promises, which come before this.
      await setImmediate();
      assert.deepEqual(begun, all);
      assert.ok(busiest <= most);
      await turns.close();
      turns.ask(all[0] ?? 0);
      assert.equal(begun.length, all.length);
    }),
  );
});
