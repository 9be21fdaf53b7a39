import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { withWorld } from '../../../test/helpers/simulate/world.ts';
import { planTank } from '../../simulator/tank-plan.ts';
import { Backlog } from './tally.ts';

const START = Date.parse('2026-11-21T08:00:00Z');
const STEADY = {
  stampsEveryReading: true,
  sendsSensorName: true,
  sendsApiKey: false,
  clockOffsetMs: 0,
  clockDriftPpm: 0,
  networkFails: false,
};

/** Boards that stamp each reading, and some that stamp only the readings that they kept. */
const TANKS = Array.from({ length: 20 }, (_, index) => ({
  ...planTank({ seed: 1, kind: 'household', sensor: 'good', outages: false }, index),
  firmware: { ...STEADY, stampsEveryReading: index % 2 === 0 },
}));
const LIVE = { tanks: TANKS, durationSeconds: 3600 };
const BLACKOUT = { afterSeconds: 600, seconds: 900 };
const RETURN = START + 1_500_000;

test('in a blackout nobody is heard, then all come at once with what they kept', () =>
  withWorld(START, async ({ server, io, run }) => {
    const heardAt: number[] = [];
    server.trouble = () => {
      heardAt.push(io.now());
      return null;
    };
    const { stored, unsent, dropped, late, backlog } = await run({ ...LIVE, blackout: BLACKOUT });
    assert.ok(!heardAt.some((at) => at > START + 600_000 && at < RETURN));
    assert.equal(heardAt.filter((at) => at === RETURN).length, 20 * 15);
    assert.deepEqual([stored, unsent, dropped, late], [20 * 60, 0, 0, 20 * 15]);
    assert.deepEqual([backlog?.kept, backlog?.left, backlog?.allAfter], [20 * 15, 0, 0]);
    for (const { readings } of server.devices.values()) assert.equal(readings.size, 60);
    const kept = server.pushes.slice(20 * 10, 20 * 25);
    assert.ok(kept.every(({ recordedAt }) => recordedAt !== null));
  }));

test('who is told to come later then comes at that time, and what was kept arrives whole', () =>
  withWorld(START, async ({ server, io, run }) => {
    const heardAt: number[] = [];
    server.trouble = () => {
      heardAt.push(io.now());
      return io.now() < RETURN || io.now() >= RETURN + 7000
        ? null
        : { status: 503, retryAfter: '7' };
    };
    // A reading each ten minutes: without a retry in between the next would be far off.
    const rare = { ...LIVE, everySeconds: 600, blackout: BLACKOUT };
    const { stored, busy, backlog } = await run(rare);
    const kept = backlog?.kept ?? 0;
    assert.ok(kept >= 20 && kept <= 40, `${kept}`);
    assert.equal(heardAt.filter((at) => at === RETURN).length, 20);
    assert.equal(heardAt.filter((at) => at === RETURN + 7000).length, kept);
    assert.deepEqual([stored, busy, backlog?.busy], [20 * 6, 20, 20]);
    assert.deepEqual([backlog?.halfAfter, backlog?.allAfter], [7, 7]);
  }));

test('the connections that devices kept are gone with the network', () =>
  withWorld(START, async ({ report }) => {
    assert.equal((await report({ ...LIVE, concurrency: 1 })).sockets.opened, 20 + 1);
    const cut = await report({ ...LIVE, concurrency: 1, blackout: BLACKOUT });
    assert.equal(cut.sockets.opened, 2 * 20 + 1);
  }));

test('a half, 99 % and all of a backlog are passed in this order, each once', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(gaps, (waits) => {
      let now = 0;
      const backlog = new Backlog(waits.length, RETURN, () => now);
      const times = waits.map((wait) => {
        now += wait;
        backlog.leave(RETURN - 1);
        // A reading taken after the return is none of it.
        backlog.leave(RETURN);
        return now / 1000;
      });
      const after = (gone: number) => times[Math.max(0, Math.ceil(gone) - 1)];
      assert.equal(backlog.halfAfter, after(waits.length / 2));
      assert.equal(backlog.mostAfter, after(waits.length * 0.99));
      assert.equal(backlog.allAfter, times.at(-1));
      assert.ok(!backlog.isDraining);
    }),
  );
});
