import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { createTestTimers } from '../../../../test/helpers/server/test-timers.ts';
import { fakeProvider } from '../../../../test/helpers/sms/outbox.ts';
import type { SubmitResult } from '../../providers/provider.ts';
import { createConnector } from './connector.ts';

const accepted: SubmitResult = { outcome: 'accepted', refs: [] };
const gone: SubmitResult = { outcome: 'busy', error: 'Connection refused' };
const throttled: SubmitResult = { outcome: 'busy', error: 'Throttled', pauseMs: 5000 };
const silent: SubmitResult = { outcome: 'unknown', error: 'No response' };

const newConnector = (perSecond: number | null = null) => {
  const timers = createTestTimers();
  let connections = 1;
  const provider = {
    ...fakeProvider('fake', { batch: 20, abreast: 5 }),
    connections: () => connections,
  };
  const connector = createConnector(provider, perSecond, timers);
  return {
    connector,
    timers,
    /** Hands something over that is answered so. */
    answer: (...answers: SubmitResult[]) => connector.note(answers, connector.begin()),
    connect: () => {
      connections += 1;
    },
  };
};

describe('a connector', () => {
  it('has as many places as batch times abreast', () => {
    const { connector } = newConnector();
    assert.equal(connector.free(), 100);
    connector.take(99);
    assert.equal(connector.free(), 1);
    connector.take(5);
    assert.equal(connector.free(), 0);
    connector.release(54);
    assert.equal(connector.free(), 50);
  });

  it('rests for as long as the provider asks, which is no failure', () => {
    const { connector, timers, answer } = newConnector();
    for (let count = 0; count < 10; count += 1) answer(accepted, throttled);
    timers.advance(4999);
    assert.deepEqual([connector.free(), connector.waitMs()], [0, 1]);
    assert.equal(connector.health().state, 'degraded');
    timers.advance(1);
    assert.equal(connector.free(), 100);
  });

  it('takes one message after failures, and all once that one is answered', () => {
    const { connector, timers, answer } = newConnector();
    for (let count = 0; count < 3; count += 1) answer(gone);
    assert.equal(connector.health().state, 'down');
    assert.deepEqual([connector.free(), connector.waitMs(), connector.isWell()], [0, 250, false]);
    timers.advance(250);
    assert.equal(connector.free(), 1);
    // Messages are sorted to providers before any of them leaves.
    connector.take(1);
    assert.equal(connector.free(), 0);
    const trial = connector.begin();
    assert.equal(connector.free(), 0);
    connector.release(1);
    connector.note([accepted], trial);
    assert.equal(connector.free(), 100);
  });

  it('gives back the place of a message that did not leave after all', () => {
    const { connector, timers, answer } = newConnector();
    for (let count = 0; count < 3; count += 1) answer(gone);
    timers.advance(250);
    connector.take(1);
    connector.release(1);
    assert.equal(connector.free(), 1);
  });

  it('takes one message at once when a new connection stands', () => {
    const { connector, answer, connect } = newConnector();
    answer(silent);
    assert.equal(connector.free(), 0);
    connect();
    assert.equal(connector.free(), 1);
  });

  it('is well again when an answer comes late', () => {
    const { connector, answer } = newConnector();
    answer(silent);
    connector.noteLife();
    assert.equal(connector.free(), 100);
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
        const { connector, timers } = newConnector(perSecond);
        const left: number[] = [];
        const note = (hasTurn: boolean) => {
          if (hasTurn) left.push(timers.now());
        };
        for (const { claims, singles, pauseMs } of all) {
          for (let count = 0; count < singles; count += 1)
            void connector.waitForRate(singles, 10_000).then(note);
          for (let free = claims ? connector.free() : 0; free > 0; free -= 1) {
            connector.noteSent();
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
      const { connector, timers } = newConnector(perSecond);
      let count = 0;
      for (let ms = 0; ms < 60_000; ms += 1) {
        for (let free = connector.free(); free > 0; free -= 1) {
          connector.noteSent();
          count += 1;
        }
        timers.advance(1);
      }
      assert.ok(count >= 60 * perSecond * 0.95, `${count} at ${perSecond} a second`);
    }
  });

  it('lets accounts take turns, and keeps nobody for longer than they have patience', async () => {
    const { connector, timers } = newConnector(10);
    const passed: string[] = [];
    const wait = async (account: number, patienceMs: number) =>
      passed.push(`${account}${(await connector.waitForRate(account, patienceMs)) ? '' : ' late'}`);
    const all = Array.from({ length: 10 }, () => wait(1, 10_000));
    all.push(wait(2, 1000), wait(2, 1000), wait(3, 100));
    for (let ms = 0; ms < 1500; ms += 10) {
      await setImmediate();
      timers.advance(10);
    }
    await Promise.all(all);
    assert.deepEqual(passed.join(), '1,3 late,1,2,1,2,1,1,1,1,1,1,1');
  });

  it('sends away whose turn would come too late', async () => {
    const { connector } = newConnector(1);
    const turns = Array.from({ length: 12 }, () => connector.waitForRate(1, 10_000));
    assert.equal(await turns[0], true);
    assert.equal(await turns[11], false);
  });
});
