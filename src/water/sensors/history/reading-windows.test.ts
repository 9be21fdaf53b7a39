import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hourMs } from '../../../kit/time/units.ts';
import { divideByCounts } from './reading-windows.ts';

describe('windows of readings', () => {
  const divide = (hours: [hour: number, count: number][], start: number, end: number, most = 10) =>
    [
      ...divideByCounts(
        { start, end },
        hours.map(([hour, count]) => ({ hour: hour * hourMs, count })),
        most,
      ),
    ].map((window) => [window.start / hourMs, window.end / hourMs]);

  it('put hours together and divide those that hold more', () => {
    const hours: [number, number][] = [
      [0, 4],
      [1, 6],
      [5, 1],
      [6, 30],
      [9, 2],
    ];
    assert.deepEqual(divide(hours, 0, 10 * hourMs), [
      [0, 5],
      [5, 6],
      [6, 6 + 1 / 3],
      [6 + 1 / 3, 6 + 2 / 3],
      [6 + 2 / 3, 9],
      [9, 10],
    ]);
  });

  it('begin and end within an hour', () => {
    const hours: [number, number][] = [
      [0, 20],
      [1, 20],
    ];
    assert.deepEqual(divide(hours, 0.75 * hourMs, 1.25 * hourMs), [
      [0.75, 1],
      [1, 1.25],
    ]);
    assert.deepEqual(divide([], 0, hourMs), [[0, 1]]);
  });

  it('hold each instant once, and no more than they should', () => {
    const counts = fc.dictionary(fc.nat(20).map(String), fc.integer({ min: 1, max: 40 }));
    const instant = fc.nat(20 * hourMs);
    fc.assert(
      fc.property(counts, instant, instant, (counts, a, b) => {
        const [start, end] = [Math.min(a, b), Math.max(a, b) + 1];
        const hours = Object.entries(counts)
          .map(([hour, count]) => ({ hour: Number(hour) * hourMs, count }))
          .filter(({ hour }) => hour > start - hourMs && hour < end)
          .sort((a, b) => a.hour - b.hour);
        const windows = [...divideByCounts({ start, end }, hours, 10)];
        assert.equal(windows[0]?.start, start);
        assert.equal(windows.at(-1)?.end, end);
        for (const [index, window] of windows.entries()) {
          assert.ok(window.start < window.end);
          if (index > 0) assert.equal(window.start, windows[index - 1]?.end);
          const whole = hours.filter(
            ({ hour }) => window.start <= hour && hour + hourMs <= window.end,
          );
          assert.ok(whole.reduce((sum, { count }) => sum + count, 0) <= 10);
        }
      }),
    );
  });
});
