import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { dayMs, hourMs, minuteMs } from '../../kit/time/units.ts';
import { expiryOf, livesFor, longestLives, usualInterval } from './pump-switch.ts';

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
  it('counts the hours that have readings', () => {
    assert.equal(usualInterval([]), undefined);
    assert.equal(usualInterval([{ count: 4 }, { count: 4 }]), 15 * minuteMs);
    assert.equal(usualInterval([{ count: 1 }]), hourMs);
  });
});
