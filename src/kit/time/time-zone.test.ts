import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { dateAt, endOfDay, instantOf, splitIntoDays, startOfDay } from './time-zone.ts';
import { dayMs, hourMs, minuteMs } from './units.ts';

const quarterMs = 15 * minuteMs;

/** Whole and broken offsets, and clocks that are changed by an hour, by half of one, or at midnight. */
const zones = [
  'UTC',
  'Africa/Nairobi',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'America/New_York',
  'Europe/London',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'America/Santiago',
  'Pacific/Apia',
];

const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day as the engine's own calendar has it. */
function dateByIntl(instant: number, zone: string): string {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
    formats.set(zone, format);
  }
  return format.format(instant);
}

const someZone = fc.constantFrom(...zones);
const someInstant = fc
  .integer({ min: Date.UTC(2008, 0, 1) / minuteMs, max: Date.UTC(2030, 0, 1) / minuteMs })
  .map((minute) => minute * minuteMs);
const someLength = fc.integer({ min: 0, max: (40 * dayMs) / minuteMs }).map((n) => n * minuteMs);

describe('time zones', () => {
  it('knows the day of an instant', () => {
    fc.assert(
      fc.property(someInstant, someZone, (instant, zone) => {
        assert.equal(dateAt(instant, zone), dateByIntl(instant, zone));
      }),
    );
  });

  it('begins a day at its first instant and ends it at the first of the next', () => {
    fc.assert(
      fc.property(someInstant, someZone, (instant, zone) => {
        const date = dateByIntl(instant, zone);
        const [start, end] = [startOfDay(date, zone), endOfDay(date, zone)];
        assert.ok(start <= instant && instant < end);
        assert.deepEqual(
          [start - 1, start, end - 1, end].map((each) => dateByIntl(each, zone) === date),
          [false, true, true, false],
        );
      }),
    );
  });

  it('splits a range into the days that its minutes fall on', () => {
    fc.assert(
      fc.property(someInstant, someLength, someZone, (start, length, zone) => {
        const days = splitIntoDays(start, start + length, zone);
        const quarters = Array.from({ length: Math.ceil(length / quarterMs) }, (_, n) => n);
        const instants = quarters.map((n) => start + n * quarterMs);
        if (length > 0) instants.push(start + length - 1);
        const expected = [...new Set(instants.map((instant) => dateByIntl(instant, zone)))];
        assert.deepEqual(
          days.map(({ date }) => date),
          expected,
        );
        for (const day of days) {
          assert.ok(day.start < day.end);
          assert.equal(dateByIntl(day.start, zone), day.date);
          assert.equal(dateByIntl(day.end - 1, zone), day.date);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('leaves no gap between days, and keeps to the range', () => {
    fc.assert(
      fc.property(someInstant, someLength, someZone, (start, length, zone) => {
        const end = start + length;
        const days = splitIntoDays(start, end, zone);
        const edges = days.flatMap((day) => [day.start, day.end]);
        assert.deepEqual(
          edges.length > 0 ? [edges[0], edges.at(-1)] : [start],
          length > 0 ? [start, end] : [start],
        );
        for (let at = 1; at + 1 < edges.length; at += 2) assert.equal(edges[at], edges[at + 1]);
      }),
    );
  });

  it('knows the short and the long day of a year', () => {
    const lengthOf = (date: string, zone: string) =>
      (endOfDay(date, zone) - startOfDay(date, zone)) / hourMs;
    assert.equal(lengthOf('2026-03-08', 'America/New_York'), 23);
    assert.equal(lengthOf('2026-11-01', 'America/New_York'), 25);
    assert.equal(lengthOf('2026-10-04', 'Australia/Lord_Howe'), 23.5);
    assert.equal(lengthOf('2026-04-05', 'Australia/Lord_Howe'), 24.5);
    assert.equal(lengthOf('2026-07-01', 'Asia/Kathmandu'), 24);
  });

  it('begins a day without midnight when its clocks begin', () => {
    // Cairo goes from 23:59:59 to 01:00.
    assert.equal(startOfDay('2026-04-24', 'Africa/Cairo'), Date.parse('2026-04-24T01:00:00+03:00'));
  });

  it('leaves out a day that a zone left out', () => {
    const [from, to] = [Date.parse('2011-12-29T12:00:00Z'), Date.parse('2011-12-30T12:00:00Z')];
    const dates = splitIntoDays(from, to, 'Pacific/Apia').map(({ date }) => date);
    assert.deepEqual(dates, ['2011-12-29', '2011-12-31']);
  });

  it('reads what clocks show, also what they skip or show twice', () => {
    const newYork = (text: string) => new Date(instantOf(text, 'America/New_York')).toISOString();
    assert.equal(newYork('2026-07-01T12:00'), '2026-07-01T16:00:00.000Z');
    assert.equal(newYork('2026-03-08T02:30:00'), '2026-03-08T07:30:00.000Z');
    assert.equal(newYork('2026-11-01T01:30:00.5'), '2026-11-01T05:30:00.500Z');
  });
});
