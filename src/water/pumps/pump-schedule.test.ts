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
});
