import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fakeProvider } from '../../../test/helpers/outbox.ts';
import { createTestTimers } from '../../../test/helpers/test-timers.ts';
import type { HandOver } from '../providers/provider.ts';
import { createLink } from './link.ts';

const accepted: HandOver = { outcome: 'accepted', refs: [] };
const gone: HandOver = { outcome: 'busy', error: 'Connection refused' };
const throttled: HandOver = { outcome: 'busy', error: 'Throttled', pauseMs: 5000 };
const silent: HandOver = { outcome: 'unknown', error: 'No response' };

const newLink = (perSecond: number | null = null) => {
  const timers = createTestTimers();
  let connections = 1;
  const provider = {
    ...fakeProvider('fake', { batch: 20, abreast: 5 }),
    connections: () => connections,
  };
  const link = createLink(provider, perSecond, timers);
  return {
    link,
    timers,
    /** Hands something over that is answered so. */
    answer: (...answers: HandOver[]) => link.note(answers, link.begin()),
    connect: () => {
      connections += 1;
    },
  };
};

describe('a link', () => {
  it('has as many places as batch times abreast', () => {
    const { link } = newLink();
    assert.equal(link.free(), 100);
    link.take(99);
    assert.equal(link.free(), 1);
    link.take(5);
    assert.equal(link.free(), 0);
    link.release(54);
    assert.equal(link.free(), 50);
  });

  it('rests for as long as the provider asks, which is no failure', () => {
    const { link, timers, answer } = newLink();
    for (let count = 0; count < 10; count += 1) answer(accepted, throttled);
    timers.advance(4999);
    assert.deepEqual([link.free(), link.waitMs()], [0, 1]);
    assert.equal(link.health().state, 'degraded');
    timers.advance(1);
    assert.equal(link.free(), 100);
  });

  it('takes one message after failures, and all once that one is answered', () => {
    const { link, timers, answer } = newLink();
    for (let count = 0; count < 3; count += 1) answer(gone);
    assert.equal(link.health().state, 'down');
    assert.deepEqual([link.free(), link.waitMs(), link.isWell()], [0, 250, false]);
    timers.advance(250);
    assert.equal(link.free(), 1);
    const trial = link.begin();
    assert.equal(link.free(), 0);
    link.note([accepted], trial);
    assert.equal(link.free(), 100);
  });

  it('takes one message at once when a new connection stands', () => {
    const { link, answer, connect } = newLink();
    answer(silent);
    assert.equal(link.free(), 0);
    connect();
    assert.equal(link.free(), 1);
  });

  it('is well again when an answer comes late', () => {
    const { link, answer } = newLink();
    answer(silent);
    link.noteLife();
    assert.equal(link.free(), 100);
  });

  it('hold: never more in any second than it may, sends whose senders wait included', async () => {
    type Step = { claims: boolean; singles: number; pauseMs: number };
    const step: fc.Arbitrary<Step> = fc.record({
      claims: fc.boolean(),
      singles: fc.nat(30),
      pauseMs: fc.oneof(fc.nat(40), fc.nat(3000)),
    });
    const rate = fc.integer({ min: 1, max: 200 });
    const steps = fc.array(step, { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(rate, steps, async (perSecond, all) => {
        const { link, timers } = newLink(perSecond);
        const left: number[] = [];
        const note = (hasTurn: boolean) => {
          if (hasTurn) left.push(timers.now());
        };
        for (const { claims, singles, pauseMs } of all) {
          for (let count = 0; count < singles; count += 1) void link.turn().then(note);
          for (let free = claims ? link.free() : 0; free > 0; free -= 1) {
            link.leave();
            left.push(timers.now());
          }
          for (let ms = 0; ms < pauseMs; ms += 1) {
            timers.advance(1);
            await Promise.resolve();
          }
        }
        left.forEach((first, index) => {
          const inSecond = left.slice(index).filter((at) => at < first + 1000).length;
          assert.ok(inSecond <= perSecond, `${inSecond} in a second of ${perSecond}`);
        });
      }),
      { numRuns: 20 },
    );
  });

  it('uses its rate: a line that is never empty leaves at nineteen twentieths of it', async () => {
    for (const perSecond of [1, 20, 100, 1000]) {
      const { link, timers } = newLink(perSecond);
      let count = 0;
      for (let ms = 0; ms < 60_000; ms += 1) {
        for (let free = link.free(); free > 0; free -= 1) {
          link.leave();
          count += 1;
        }
        timers.advance(1);
      }
      assert.ok(count >= 60 * perSecond * 0.95, `${count} at ${perSecond} a second`);
    }
  });

  it('sends away whose turn would come too late', async () => {
    const { link } = newLink(1);
    const turns = Array.from({ length: 12 }, () => link.turn());
    assert.equal(await turns[0], true);
    assert.equal(await turns[11], false);
  });
});
