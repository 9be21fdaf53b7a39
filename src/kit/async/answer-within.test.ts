import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { createTestTimers } from '../../../test/helpers/server/test-timers.ts';
import { createAnswerWithin } from './deadline.ts';

it('every work is answered by its own result, or when its time is up, whichever is first', async () => {
  const course = fc.array(
    fc.record({ begins: fc.nat(60), takes: fc.nat(40), fails: fc.boolean() }),
    { minLength: 1, maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(course, async (works) => {
      const timers = createTestTimers();
      const start = timers.now();
      const within = createAnswerWithin(timers, 20);
      const answers = works.map(() => ({ at: -1, what: '' }));
      works.forEach(({ begins, takes, fails }, index) => {
        timers.after(begins, () => {
          const { promise, resolve, reject } = Promise.withResolvers<string>();
          timers.after(takes, () => (fails ? reject(new Error('failed')) : resolve('done')));
          const note = (what: string) => {
            answers[index] = { at: timers.now() - start, what };
          };
          within(promise).then(note, ({ message }: Error) => note(message));
        });
      });
      for (let time = 0; time <= 100; time++) {
        timers.advance(time === 0 ? 0 : 1);
        await new Promise((resolve) => setImmediate(resolve));
      }
      works.forEach(({ begins, takes, fails }, index) => {
        const { at, what } = answers[index] ?? {};
        const inTime = fails ? 'failed' : 'done';
        assert.equal(at, begins + Math.min(takes, 20));
        // Work that ends at the very moment may be either.
        if (takes !== 20)
          assert.equal(what, takes < 20 ? inTime : 'Storage does not keep up; try again.');
      });
      assert.equal(timers.waiting(), 0);
    }),
    { numRuns: 50 },
  );
});
