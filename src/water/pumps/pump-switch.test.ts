import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { dayMs, hourMs, minuteMs } from '../../kit/time/units.ts';
import {
  callsOftenEnough,
  expiryOf,
  livesFor,
  longestLives,
  usualInterval,
} from './pump-switch.ts';

const lives = { commandMs: dayMs, staleOnMs: 10 * minuteMs };
const now = 1_000 * dayMs;

describe('the life of an `on`', () => {
  it('is two usual intervals of its device, from 10 minutes to 2 hours', () => {
    const lifeAt = (minutes: number | undefined) =>
      livesFor(minutes === undefined ? undefined : minutes * minuteMs, lives).staleOnMs / minuteMs;
    assert.deepEqual(
      [undefined, 1, 5, 15, 30, 60, 600].map(lifeAt),
      [10, 10, 10, 30, 60, 120, 120],
    );
  });

  it('lets a device that misses one poll have it, and is never longer than that of any', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 * minuteMs }),
        fc.integer({ min: 6000, max: dayMs }),
        (usualMs, staleOnMs) => {
          const own = livesFor(usualMs, { ...lives, staleOnMs });
          const expiresAt = expiryOf({ command: 'on', at: now, now }, own);
          assert.ok(expiresAt >= now + 2 * usualMs);
          assert.ok(own.staleOnMs <= longestLives({ ...lives, staleOnMs }).staleOnMs);
          assert.ok(expiresAt <= now + Math.max(staleOnMs, 2 * hourMs));
        },
      ),
    );
  });

  it('is no matter of `off`', () => {
    const off = { command: 'off', at: now, now };
    assert.equal(expiryOf(off, livesFor(hourMs, lives)), now + dayMs);
  });
});

describe('usualInterval', () => {
  /** The hours of readings of a device that calls each `everyMs` but for what is lost. */
  const hoursOf = (everyMs: number, isLost: (index: number) => boolean = () => false) => {
    const instants = Array.from({ length: Math.floor(dayMs / everyMs) }, (_, index) => index)
      .filter((index) => !isLost(index))
      .map((index) => now + index * everyMs);
    const byHour = Map.groupBy(instants, (at) => Math.floor(at / hourMs));
    return [...byHour.values()].map((all) => ({
      count: all.length,
      first_at: all[0] ?? 0,
      last_at: all.at(-1) ?? 0,
    }));
  };

  it('is the spacing that most readings keep, also where some are lost or none comes within an hour', () => {
    assert.equal(usualInterval([]), undefined);
    assert.equal(usualInterval([{ count: 1, first_at: now, last_at: now }]), undefined);
    for (const minutes of [1, 5, 15, 60, 120, 180]) {
      assert.equal(usualInterval(hoursOf(minutes * minuteMs)), minutes * minuteMs);
    }
    assert.equal(
      usualInterval(hoursOf(hourMs, (index) => index % 4 === 1)),
      hourMs,
      'a quarter is lost',
    );
  });

  it('decides whether the server may switch the pump on', () => {
    assert.equal(callsOftenEnough(undefined, hourMs), true);
    assert.equal(callsOftenEnough(120 * minuteMs, 240 * minuteMs), true);
    assert.equal(callsOftenEnough(121 * minuteMs, 240 * minuteMs), false);
  });
});
