import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { firstDay, today, wallTimeAt, zonedInstant } from './zoned-instant.ts';

const at = (day: string, time: string, timeZone: string) => {
  const instant = zonedInstant({ day, time }, timeZone);
  return instant === undefined ? undefined : new Date(instant).toISOString();
};

describe('zonedInstant', () => {
  it('knows where clocks are', () => {
    assert.equal(at('2026-11-22', '08:00', 'Africa/Nairobi'), '2026-11-22T05:00:00.000Z');
    assert.equal(at('2026-11-22', '08:00', 'Asia/Kathmandu'), '2026-11-22T02:15:00.000Z');
    assert.equal(at('2026-11-22', '00:30', 'Pacific/Kiritimati'), '2026-11-21T10:30:00.000Z');
  });

  it('takes the first of two, and moves on by what clocks skip', () => {
    assert.equal(at('2026-10-25', '02:30', 'Europe/Berlin'), '2026-10-25T00:30:00.000Z');
    assert.equal(at('2026-10-25', '03:00', 'Europe/Berlin'), '2026-10-25T02:00:00.000Z');
    assert.equal(at('2026-03-29', '02:30', 'Europe/Berlin'), '2026-03-29T01:30:00.000Z');
    assert.equal(at('2026-03-29', '01:59', 'Europe/Berlin'), '2026-03-29T00:59:00.000Z');
  });

  it('takes no day that is none', () => {
    for (const [day, time] of [
      ['2026-02-30', '08:00'],
      ['2026-13-01', '08:00'],
      ['2026-11-22', '24:00'],
      ['2026-11-22', ''],
      ['', '08:00'],
    ] as const) {
      assert.equal(at(day, time, 'Africa/Nairobi'), undefined, `${day} ${time}`);
    }
  });

  const zones = fc.constantFrom(
    'Africa/Nairobi',
    'Africa/Cairo',
    'Europe/London',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Pacific/Chatham',
    'Asia/Kolkata',
    'UTC',
  );
  const minutes = fc.integer({
    min: Date.UTC(2024, 0, 1) / 60_000,
    max: Date.UTC(2032, 0, 1) / 60_000,
  });

  it('says what Temporal says', () => {
    fc.assert(
      fc.property(zones, minutes, (timeZone, minute) => {
        const [day = '', rest = ''] = new Date(minute * 60_000).toISOString().split('T');
        const time = rest.slice(0, 5);
        const known = Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(timeZone);
        assert.equal(zonedInstant({ day, time }, timeZone), known.epochMilliseconds);
      }),
    );
  });

  it('is undone by wallTimeAt, but where clocks show a time twice', () => {
    fc.assert(
      fc.property(zones, minutes, (timeZone, minute) => {
        const wall = wallTimeAt(minute * 60_000, timeZone);
        const again = zonedInstant(wall, timeZone);
        assert.ok(again !== undefined && again <= minute * 60_000);
        assert.deepEqual(wallTimeAt(again, timeZone), wall);
      }),
    );
  });
});

describe('the days of a chart', () => {
  it('are whole days of the account’s time zone', () => {
    const lateInNairobi = Date.parse('2026-11-20T22:30:00Z');
    assert.equal(today(lateInNairobi, 'Africa/Nairobi'), '2026-11-21');
    assert.equal(today(lateInNairobi, 'America/New_York'), '2026-11-20');
    assert.equal(firstDay(lateInNairobi, 7, 'Africa/Nairobi'), '2026-11-15');
    assert.equal(firstDay(lateInNairobi, 30, 'America/New_York'), '2026-10-22');
  });

  it('counts over a year’s end and over days on which clocks change', () => {
    assert.equal(firstDay(Date.parse('2026-01-02T12:00:00Z'), 7, 'Africa/Nairobi'), '2025-12-27');
    assert.equal(firstDay(Date.parse('2026-03-30T00:30:00Z'), 2, 'Europe/Berlin'), '2026-03-29');
  });
});
