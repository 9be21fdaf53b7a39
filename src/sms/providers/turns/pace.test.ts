import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createTestTimers } from '../../../../test/helpers/server/test-timers.ts';
import { createPace } from './pace.ts';

const stepMs = 10;

/** Sends as fast as the pace lets it to a link that takes so many in each of its seconds. */
function follow(perSecond: (second: number) => number, seconds: number, window = 10) {
  const timers = createTestTimers();
  const pace = createPace(timers);
  const taken = new Array<number>(seconds).fill(0);
  const throttled = new Array<number>(seconds).fill(0);
  for (let ms = 0; ms < seconds * 1000; ms += stepMs) {
    const second = Math.floor(ms / 1000);
    for (let sent = 0; sent < window && pace.waitMs() === 0; sent += 1) {
      const ticket = pace.leave();
      if ((taken[second] ?? 0) < perSecond(second)) {
        taken[second] = (taken[second] ?? 0) + 1;
        pace.noteTaken();
      } else {
        throttled[second] = (throttled[second] ?? 0) + 1;
        pace.noteThrottled(ticket);
      }
    }
    timers.advance(stepMs);
  }
  const sum = (counts: number[]) => counts.reduce((all, each) => all + each, 0);
  return {
    taken: (from: number, to: number) => sum(taken.slice(from, to)),
    throttled: (from: number, to: number) => sum(throttled.slice(from, to)),
  };
}

describe('the pace of a link', () => {
  it('holds nothing back before the link says that it is too fast', () => {
    const pace = createPace(createTestTimers());
    for (let count = 0; count < 10_000; count += 1) {
      assert.equal(pace.waitMs(), 0);
      pace.leave();
      pace.noteTaken();
    }
    assert.equal(pace.perSecond(), undefined);
  });

  it('uses four fifths and more of any rate within seconds, and asks for little more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 400 }), (perSecond) => {
        const link = follow(() => perSecond, 60);
        const [taken, throttled] = [link.taken(10, 60), link.throttled(10, 60)];
        assert.ok(taken >= 0.8 * 50 * perSecond, `${taken} in 50 s of ${perSecond}`);
        assert.ok(throttled <= 0.15 * taken, `${throttled} throttled beside ${taken}`);
      }),
      { numRuns: 40 },
    );
  });

  it('follows a rate that changes, up and down', () => {
    const link = follow((second) => (second < 30 ? 20 : second < 60 ? 200 : 5), 90);
    assert.ok(link.taken(45, 60) >= 0.85 * 15 * 200, String(link.taken(45, 60)));
    assert.ok(link.taken(75, 90) >= 0.8 * 15 * 5, String(link.taken(75, 90)));
    assert.ok(link.throttled(75, 90) <= 30, String(link.throttled(75, 90)));
  });

  it('asks a link that takes nothing once a second, and is back soon after it does again', () => {
    const link = follow((second) => (second < 60 ? 0 : 100), 90);
    assert.ok(link.throttled(10, 60) <= 55, String(link.throttled(10, 60)));
    assert.ok(link.taken(70, 90) >= 0.85 * 20 * 100, String(link.taken(70, 90)));
  });

  it('takes all throttling answers of one second, and of what left before, as one', () => {
    const timers = createTestTimers();
    const pace = createPace(timers);
    const before = Array.from({ length: 100 }, () => pace.leave());
    for (const ticket of before.slice(0, 50)) pace.noteThrottled(ticket);
    const slowed = pace.perSecond();
    assert.equal(slowed, 3.5);
    pace.noteThrottled(pace.leave());
    timers.advance(1500);
    for (const ticket of before.slice(50)) pace.noteThrottled(ticket);
    assert.equal(pace.perSecond(), slowed);
    pace.noteThrottled(pace.leave());
    assert.ok((pace.perSecond() ?? 0) < 3.5);
  });

  it('keeps a pause that is asked for, whatever the rate', () => {
    const timers = createTestTimers();
    const pace = createPace(timers);
    pace.noteThrottled(pace.leave(), 7000);
    assert.equal(pace.waitMs(), 7000);
    timers.advance(7000);
    assert.equal(pace.waitMs(), 0);
  });

  it('does not grow while nothing waits, and is forgotten after a minute without such an answer', () => {
    const timers = createTestTimers();
    const pace = createPace(timers);
    pace.noteThrottled(pace.leave());
    for (let count = 0; count < 50; count += 1) {
      timers.advance(1000);
      assert.equal(pace.waitMs(), 0);
      pace.leave();
      pace.noteTaken();
    }
    assert.equal(pace.perSecond(), 3.5);
    timers.advance(11_000);
    assert.equal(pace.perSecond(), undefined);
  });
});
