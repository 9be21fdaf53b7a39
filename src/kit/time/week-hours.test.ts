import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hoursOfWeek, weekdayOf, weekHours } from './time-zone.ts';
import { hourMs } from './units.ts';

const zones = ['UTC', 'Africa/Nairobi', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'];

describe('weekHours', () => {
  it('counts from Monday midnight by the clock of the zone', () => {
    // 23 November 2026 is a Monday; its first hour in Nairobi begins at nine in the evening of UTC.
    const from = Date.parse('2026-11-22T20:00:00Z');
    assert.deepEqual([...weekHours(from, 3, 'Africa/Nairobi')], [167, 0, 1]);
    assert.deepEqual([...weekHours(from, 5, 'UTC')], [164, 165, 166, 167, 0]);
    assert.deepEqual([...weekHours(from, 0, 'UTC')], []);
    assert.equal(weekdayOf('2026-11-23'), 0);
  });

  it('is what the clock shows, but for the days on which clocks are changed', () => {
    const hours = fc.integer({ min: 490_000, max: 500_000 });
    fc.assert(
      fc.property(hours, fc.constantFrom(...zones), (hour, zone) => {
        const from = hour * hourMs;
        const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit' });
        const cells = weekHours(from, 30, zone);
        const wrong = cells.filter(
          (cell, at) => cell % 24 !== Number(clock.format(from + at * hourMs)) % 24,
        );
        assert.ok(wrong.length === 0 || /America|Pacific/.test(zone), `${zone} ${wrong}`);
        assert.ok(cells.every((cell) => cell < hoursOfWeek));
      }),
      { numRuns: 60 },
    );
  });
});
