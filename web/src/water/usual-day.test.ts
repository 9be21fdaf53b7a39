import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { busiestHours, usualDay } from './usual-day.ts';

describe('the usual day of a tank', () => {
  it('is the mean of the hours of a week', () => {
    const week = [0, 1].flatMap((weekday) =>
      Array.from({ length: 24 }, (_, hour) => ({ hour, use: hour + 10 * weekday })),
    );
    const day = usualDay(week);
    assert.equal(day.length, 24);
    assert.deepEqual([day[0], day[6], day[23]], [5, 11, 28]);
  });

  it('has three hours in a row in which most is used, also over midnight', () => {
    const at = (uses: Record<number, number>) =>
      busiestHours(Array.from({ length: 24 }, (_, hour) => uses[hour] ?? 0));
    assert.deepEqual(at({ 6: 30, 7: 20, 8: 10, 19: 40 }), { from: 6, until: 9, share: 0.6 });
    assert.deepEqual(at({ 23: 30, 0: 20, 12: 50 }), { from: 10, until: 13, share: 0.5 });
    assert.deepEqual(at({ 22: 10, 23: 30, 0: 20, 12: 40 }), { from: 22, until: 25, share: 0.6 });
    assert.deepEqual(at({}), { from: 0, until: 3, share: 0 });
  });
});
