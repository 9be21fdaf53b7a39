import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { createTestTimers } from '../../../test/helpers/server/test-timers.ts';
import { createFairTurns, type TurnLimits } from './fair-turns.ts';

const limits: TurnLimits = {
  inAll: 3,
  perKey: 2,
  waitingInAll: 6,
  waitingPerKey: 4,
  waitMs: 10_000,
};

/** Turns with everybody who asked for one, and what became of them. */
function openDoor(change: Partial<TurnLimits> = {}) {
  const timers = createTestTimers();
  const takeTurn = createFairTurns<string>(
    { ...limits, ...change },
    { timers, refusal: () => new Error('refused') },
  );
  const leaves = new Map<string, () => void>();
  const turnedAway = new Map<string, string>();
  const going = new Map<string, AbortController>();
  return {
    timers,
    /** Those who are in, in the order in which they came in. */
    inside: () => [...leaves.keys()].join(' '),
    turnedAway: (who: string) => turnedAway.get(who),
    /** The first letter is the key. */
    ask: async (names: string) => {
      for (const who of names.split(' ')) {
        const controller = new AbortController();
        going.set(who, controller);
        takeTurn(who[0] ?? '', controller.signal).then(
          (leave) => leaves.set(who, leave),
          (error: Error) => turnedAway.set(who, error.message),
        );
      }
      await setImmediate();
    },
    leave: async (who: string) => {
      leaves.get(who)?.();
      leaves.delete(who);
      await setImmediate();
    },
    goAway: async (who: string) => {
      going.get(who)?.abort(new Error('gone'));
      await setImmediate();
    },
  };
}

describe('fair turns', () => {
  it('let in so many of one key and so many in all', async () => {
    const door = openDoor();
    await door.ask('a1 a2 a3 b1 b2');
    assert.equal(door.inside(), 'a1 a2 b1');
    await door.leave('b1');
    assert.equal(door.inside(), 'a1 a2 b2');
    await door.leave('b2');
    assert.equal(door.inside(), 'a1 a2');
    await door.leave('a1');
    assert.equal(door.inside(), 'a2 a3');
  });

  it('take the keys that wait round and round, one of each', async () => {
    const door = openDoor({ inAll: 1, perKey: 1 });
    await door.ask('x a1 a2 a3 b1 b2 c1');
    const seen: string[] = [];
    for (let who = door.inside(); who !== ''; who = door.inside()) {
      seen.push(who);
      await door.leave(who);
    }
    assert.equal(seen.join(' '), 'x a1 b1 c1 a2 b2 a3');
  });

  it('refuse a waiter in too long a queue, and one that has waited too long', async () => {
    const door = openDoor({ inAll: 1 });
    await door.ask('x a1 a2 a3 a4 a5 b1 b2 b3');
    assert.deepEqual(['a5', 'b3'].map(door.turnedAway), ['refused', 'refused']);
    assert.equal(door.turnedAway('b2'), undefined);
    door.timers.advance(9999);
    await door.leave('x');
    assert.equal(door.inside(), 'a1');
    door.timers.advance(1);
    await setImmediate();
    assert.deepEqual(['a2', 'b1', 'b2'].map(door.turnedAway), Array(3).fill('refused'));
    assert.equal(door.timers.waiting(), 0);
    // Nobody of those is let in any more.
    await door.leave('a1');
    assert.equal(door.inside(), '');
  });

  it('forget a waiter that goes away, which then holds nobody up', async () => {
    const door = openDoor({ inAll: 1 });
    await door.ask('x a1 a2 b1');
    await door.goAway('a1');
    assert.equal(door.turnedAway('a1'), 'gone');
    await door.goAway('b1');
    await door.leave('x');
    assert.equal(door.inside(), 'a2');
    assert.equal(door.timers.waiting(), 0);
  });

  it('hold to their limits whatever happens, and leave no place empty', async () => {
    const name = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(30)).map(([key, n]) => key + n);
    const step = fc.tuple(fc.constantFrom('ask', 'ask', 'leave', 'goAway'), name);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const door = openDoor();
        const waiting = new Set<string>();
        const known = new Set<string>();
        for (const [what, who] of steps) {
          if (what === 'ask' && known.has(who)) continue;
          known.add(who);
          await door[what as 'ask' | 'leave' | 'goAway'](who);
          if (what === 'ask') waiting.add(who);
          const inside = door.inside().split(' ').filter(Boolean);
          for (const each of waiting) {
            if (inside.includes(each) || door.turnedAway(each)) waiting.delete(each);
          }
          const ofKey = (key = '') => inside.filter((each) => each.startsWith(key)).length;
          assert.ok(inside.length <= limits.inAll);
          for (const key of ['a', 'b', 'c']) assert.ok(ofKey(key) <= limits.perKey);
          for (const [key] of waiting) {
            assert.ok(inside.length === limits.inAll || ofKey(key) === limits.perKey);
          }
          assert.equal(door.timers.waiting(), waiting.size);
        }
      }),
    );
  });
});
