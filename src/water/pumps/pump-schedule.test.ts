import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { dayMs, hourMs, minuteMs } from '../../kit/time/units.ts';
import { scheduleAt, scheduleDays } from './pump-schedule.ts';

const times = fc
  .record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.constantFrom(0, 15, 30) })
  .map(({ hour, minute }) => [hour, minute].map((each) => String(each).padStart(2, '0')).join(':'));
const slots = fc
  .record({
    days: fc.uniqueArray(fc.constantFrom(...scheduleDays), { minLength: 1 }),
    from: times,
    until: times,
  })
  .filter(({ from, until }) => from !== until);
const zones = fc.constantFrom('Africa/Nairobi', 'Europe/Berlin', 'America/Santiago');
const instants = fc.integer({
  min: Date.parse('2026-01-01T00:00:00Z'),
  max: Date.parse('2027-01-01T00:00:00Z'),
});

describe('the position in a schedule', () => {
  it('is the same at each instant of a stretch, or between two', () => {
    fc.assert(
      fc.property(
        fc.array(slots, { minLength: 1, maxLength: 5 }),
        zones,
        instants,
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        (schedule, zone, now, share) => {
          const moment = scheduleAt(schedule, zone, now);
          const { since, nextAt } = moment;
          assert.ok(nextAt > now && nextAt <= now + 8 * dayMs);
          const later = now + Math.floor((nextAt - now) * share);
          assert.deepEqual(scheduleAt(schedule, zone, later), moment);
          if (since === undefined) {
            assert.notEqual(scheduleAt(schedule, zone, nextAt).since, undefined);
            return;
          }
          assert.ok(since <= now && nextAt - since <= dayMs + hourMs);
          assert.deepEqual(scheduleAt(schedule, zone, since), moment);
        },
      ),
    );
  });

  it('begins anew with each slot where slots leave no gap', () => {
    const days = [...scheduleDays];
    const schedule = [
      { days, from: '06:00', until: '18:00' },
      { days, from: '18:00', until: '06:00' },
    ];
    const morning = Date.parse('2026-11-28T06:00:00+03:00');
    const at = (instant: number) => scheduleAt(schedule, 'Africa/Nairobi', instant);
    const halfDay = 12 * hourMs;
    assert.deepEqual(at(morning), { since: morning, nextAt: morning + halfDay });
    assert.deepEqual(at(morning - minuteMs), { since: morning - halfDay, nextAt: morning });
  });

  it('holds on the day on which clocks go forward, also where a slot begins and ends in the hour left out', () => {
    const hour = { from: '02:00', until: '03:00' };
    const over = { from: '02:30', until: '03:15' };
    const night = { from: '00:00', until: '01:00' };
    const cases = [
      ['Europe/Paris', hour, '2027-03-28T03:00:00+02:00', '2027-03-28T04:00:00+02:00'],
      ['Europe/Paris', over, '2027-03-28T03:30:00+02:00', '2027-03-28T04:15:00+02:00'],
      ['Africa/Cairo', night, '2027-04-30T01:00:00+03:00', '2027-04-30T02:00:00+03:00'],
      // What is left of a slot ends when the clock says so.
      [
        'Europe/Paris',
        { ...hour, until: '05:00' },
        '2027-03-28T03:00:00+02:00',
        '2027-03-28T05:00:00+02:00',
      ],
    ] as const;
    for (const [zone, slot, begin, end] of cases) {
      const schedule = [{ days: [...scheduleDays], ...slot }];
      const [since, nextAt] = [Date.parse(begin), Date.parse(end)];
      assert.deepEqual(scheduleAt(schedule, zone, since), { since, nextAt }, begin);
      assert.equal(scheduleAt(schedule, zone, since - 1).nextAt, since, begin);
      assert.equal(scheduleAt(schedule, zone, nextAt).since, undefined, begin);
    }
  });

  it('has one stretch for each slot of each day of a year, in every zone that changes its clocks', () => {
    const changing = fc.constantFrom(
      'Europe/Paris',
      'Africa/Cairo',
      'America/Santiago',
      'Atlantic/Azores',
    );
    fc.assert(
      fc.property(changing, times, fc.constantFrom(15, 60, 180), (zone, from, minutes) => {
        const [hour = 0, minute = 0] = from.split(':').map(Number);
        const until = new Date(Date.UTC(2027, 0, 1, hour, minute + minutes));
        const slot = { from, until: until.toISOString().slice('2027-01-01T'.length, 16) };
        const schedule = [{ days: [...scheduleDays], ...slot }];
        const first = Date.parse('2027-01-01T12:00:00Z');
        let now = first;
        const year = first + 365 * dayMs;
        let begun = 0;
        for (let since: number | undefined; now < year; ) {
          ({ since, nextAt: now } = scheduleAt(schedule, zone, now));
          if (since !== undefined && since >= first) begun += 1;
        }
        assert.equal(begun, 365);
      }),
      { numRuns: 12, examples: [['Europe/Paris', '02:00', 60]] },
    );
  });
});
