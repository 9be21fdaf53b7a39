import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createAttemptSlots } from './attempt-slots.ts';

const waiting = 100;

describe('attempt slots', () => {
  it('let no more fail than may, and everybody through who is right, in any order of events', async () => {
    const outcome = fc.record({ isRight: fc.boolean(), isSlow: fc.boolean() });
    const all = fc.array(outcome, { maxLength: 30 });
    const limit = fc.integer({ min: 1, max: 5 });
    await fc.assert(
      fc.asyncProperty(all, limit, fc.scheduler(), async (outcomes, failuresAllowed, scheduler) => {
        const inSlot = createAttemptSlots({ atOnce: 3, waiting });
        let failures = 0;
        let inside = 0;
        let most = 0;
        const countLeft = async () => {
          const left = failuresAllowed - failures;
          await scheduler.schedule(Promise.resolve());
          if (left <= 0) throw new Error('refused');
          return left;
        };
        const attempts = outcomes.map(({ isRight, isSlow }) =>
          inSlot('address', countLeft, async () => {
            inside += 1;
            most = Math.max(most, inside);
            if (isSlow) await scheduler.schedule(Promise.resolve());
            if (!isRight) failures += 1;
            inside -= 1;
          }),
        );
        const settled = Promise.allSettled(attempts);
        await scheduler.waitFor(settled);
        const refused = (await settled).filter(({ status }) => status === 'rejected');
        assert.ok(failures <= failuresAllowed && most <= 3);
        if (failures < failuresAllowed) assert.equal(refused.length, 0);
      }),
    );
  });

  it('are of each key for itself', async () => {
    const inSlot = createAttemptSlots({ atOnce: 1, waiting });
    let release = () => {};
    const held = inSlot(
      'a',
      async () => 1,
      () => new Promise<void>((resolve) => (release = resolve)),
    );
    assert.equal(
      await inSlot(
        'b',
        async () => 1,
        async () => 'through',
      ),
      'through',
    );
    release();
    await held;
  });

  it('refuse newcomers with 503 when too many wait', async () => {
    const inSlot = createAttemptSlots({ atOnce: 1, waiting: 1 });
    let release = () => {};
    const attempt = () => new Promise<void>((resolve) => (release = resolve));
    const first = inSlot('a', async () => 9, attempt);
    await new Promise(setImmediate);
    const others = [1, 2].map(() =>
      inSlot(
        'a',
        async () => 9,
        async () => {},
      ),
    );
    await assert.rejects(
      inSlot(
        'a',
        async () => 9,
        async () => {},
      ),
      { status: 503 },
    );
    release();
    await Promise.all([first, ...others]);
  });
});
