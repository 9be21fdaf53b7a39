import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { lifeMs, nextTryAt } from './next-try.ts';

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('the next try of an event', () => {
  it('comes after 5 s, then twice as long each time, up to 2 h', () => {
    const waits = [1, 2, 3, 10, 11, 12].map((attempts) =>
      nextTryAt({ attempts, ageMs: 0, now: 0, random: 0.5 }),
    );
    assert.deepEqual(waits, [5000, 10_000, 20_000, 2_560_000, 5_120_000, 7_200_000]);
  });

  it('is spread by up to a quarter, and never later than a day after the event', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2000 }),
        fc.integer({ min: 0, max: 2 * lifeMs }),
        random,
        (attempts, now, random) => {
          const at = nextTryAt({ attempts, ageMs: now, now, random });
          const plain = Math.min(7_200_000, 5000 * 2 ** (attempts - 1));
          if (at === undefined) return assert.ok(now + plain * 1.25 >= lifeMs);
          assert.ok(at <= lifeMs);
          assert.ok(at - now >= plain * 0.75 - 1 && at - now <= plain * 1.25 + 1);
        },
      ),
    );
  });

  it('comes some 20 times in the day that an event lives', () => {
    fc.assert(
      fc.property(fc.infiniteStream(random), (numbers) => {
        let [attempts, now] = [0, 0 as number | undefined];
        for (const random of numbers) {
          if (now === undefined) break;
          attempts += 1;
          now = nextTryAt({ attempts, ageMs: now, now, random });
        }
        assert.ok(attempts >= 18 && attempts <= 28, String(attempts));
      }),
    );
  });
});
