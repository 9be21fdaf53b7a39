import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { outlookOf, type WeekOfUse } from './time-to-empty.ts';

const hour = 3_600_000;

function week(facts: Partial<WeekOfUse> = {}): WeekOfUse {
  return {
    firstHour: 0,
    lastHour: 167 * hour,
    consumedLevel: 70,
    consumedVolume: 700,
    hasVolume: true,
    ...facts,
  };
}

describe('how long a tank lasts', () => {
  it('is what is there by the use of the week', () => {
    const outlook = outlookOf(week(), { level: 50, volume: 500 });
    assert.deepEqual(outlook, { unit: 'litre', dailyUse: 100, hoursToEmpty: 120 });
  });

  it('is told in percent where the readings carry no volume', () => {
    const outlook = outlookOf(week({ hasVolume: false }), { level: 50, volume: null });
    assert.deepEqual(outlook, { unit: 'percent', dailyUse: 10, hoursToEmpty: 120 });
  });

  it('is not known before a day has been seen', () => {
    const day = { firstHour: 0, consumedVolume: 24 };
    const now = { level: 50, volume: 500 };
    const short = outlookOf(week({ ...day, lastHour: 22 * hour }), now);
    assert.deepEqual(short, { unit: 'litre', dailyUse: null, hoursToEmpty: null });
    const enough = outlookOf(week({ ...day, lastHour: 23 * hour }), now);
    assert.deepEqual(enough, { unit: 'litre', dailyUse: 24, hoursToEmpty: 500 });
    assert.equal(outlookOf(undefined, now).dailyUse, null);
  });

  it('is not known of a tank that nobody uses, or hardly', () => {
    const now = { level: 50, volume: 500 };
    assert.equal(outlookOf(week({ consumedVolume: 0 }), now).hoursToEmpty, null);
    assert.equal(outlookOf(week({ consumedVolume: 0.01 }), now).hoursToEmpty, null);
  });

  it('is never negative, and shorter the more is used', () => {
    const litres = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(litres, litres, litres, (there, used, more) => {
        const now = { level: 50, volume: there };
        const slow = outlookOf(week({ consumedVolume: used }), now).hoursToEmpty;
        const fast = outlookOf(week({ consumedVolume: used + more }), now).hoursToEmpty;
        if (slow === null) return;
        assert.ok(fast !== null && fast >= 0 && fast <= slow);
      }),
    );
  });
});
