import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError } from '../../kit/api/failures/api-error.ts';
import { readMoment } from '../../kit/time/moment.ts';
import { type Period, resolveRange } from './report-range.ts';

const now = Date.parse('2026-11-21T08:00:00.000Z');

function rangeOf(
  { period, start, end }: { period?: Period; start?: string; end?: string },
  zone = 'Africa/Nairobi',
) {
  const asked = {
    period,
    startDate: start === undefined ? undefined : readMoment(start),
    endDate: end === undefined ? undefined : readMoment(end),
  };
  const range = resolveRange(asked, zone, now);
  return [
    range.period,
    new Date(range.start).toISOString(),
    new Date(range.shownEnd).toISOString(),
  ];
}

function refusal(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof ApiError);
    assert.equal(error.status, 400);
    return (error.extras.errors ?? []).map(({ field }) => field);
  }
  return [];
}

describe('moments', () => {
  it('are days, date-times, or date-times with an offset', () => {
    assert.deepEqual(readMoment('2026-11-21'), { day: '2026-11-21' });
    assert.deepEqual(readMoment('2026-11-21T08:00'), { dateTime: '2026-11-21T08:00' });
    assert.deepEqual(readMoment('2026-11-21 08:00:30.5'), { dateTime: '2026-11-21T08:00:30.5' });
    const sameInstant = [
      '2026-11-21T08:00:00Z',
      '2026-11-21t08:00:00.000z',
      '2026-11-21T11:00:00+03:00',
      '2026-11-21 11:00+0300',
      // A plus that was not encoded in the query.
      '2026-11-21T11:00:00 03:00',
      '2026-11-21T03:00:00.000-05:00',
    ];
    for (const text of sameInstant) assert.deepEqual(readMoment(text), { instant: now }, text);
  });

  it('are nothing else', () => {
    const wrong = [
      ...['', 'today', '21.11.2026', '2026-11', '2026-13-01', '2026-02-30', '2026-00-10'],
      ...['2026-11-21T24:00', '2026-11-21T08:60', '2026-11-21T8:00', '2026-11-21T08:00:61'],
      ...['2026-02-30T08:00:00Z', '2026-11-21T08:00+25:00', '2026-11-21T08:00[Africa/Nairobi]'],
      ...['20261121', '+002026-11-21', '1795000000000', '2026-11-21 ', '2026-11-21T'],
    ];
    for (const text of wrong) assert.equal(readMoment(text), undefined, text);
  });
});

describe('the range of a report', () => {
  it('is a period up to now', () => {
    const end = '2026-11-21T08:00:00.000Z';
    assert.deepEqual(rangeOf({}), ['7d', '2026-11-14T08:00:00.000Z', end]);
    assert.deepEqual(rangeOf({ period: '1d' }), ['1d', '2026-11-20T08:00:00.000Z', end]);
    assert.deepEqual(rangeOf({ period: '30d' }), ['30d', '2026-10-22T08:00:00.000Z', end]);
    assert.deepEqual(rangeOf({ period: '90d' }), ['90d', '2026-08-23T08:00:00.000Z', end]);
  });

  it('includes what was recorded at this very millisecond, but not what was at a given end', () => {
    const endOf = (endDate: string | undefined) =>
      resolveRange(
        {
          period: undefined,
          startDate: undefined,
          endDate: endDate ? readMoment(endDate) : undefined,
        },
        'UTC',
        now,
      ).end;
    assert.equal(endOf(undefined), now + 1);
    assert.equal(endOf('2026-11-21T08:00:00Z'), now);
  });

  it('is whole days of the time zone where days are given', () => {
    const day = { start: '2026-11-18', end: '2026-11-20' };
    assert.deepEqual(rangeOf(day), [null, '2026-11-17T21:00:00.000Z', '2026-11-20T21:00:00.000Z']);
    assert.deepEqual(rangeOf(day, 'Asia/Kathmandu'), [
      null,
      '2026-11-17T18:15:00.000Z',
      '2026-11-20T18:15:00.000Z',
    ]);
    const hours = (date: string, zone: string) => {
      const [, start, end] = rangeOf({ start: date, end: date }, zone);
      return (Date.parse(end ?? '') - Date.parse(start ?? '')) / 3_600_000;
    };
    assert.equal(hours('2026-03-08', 'America/New_York'), 23);
    assert.equal(hours('2025-11-02', 'America/New_York'), 25);
    assert.equal(hours('2026-04-05', 'Australia/Lord_Howe'), 24.5);
  });

  it('takes date-times with and without an offset', () => {
    assert.deepEqual(rangeOf({ start: '2026-11-18T06:00', end: '2026-11-18T06:00:00-05:00' }), [
      null,
      '2026-11-18T03:00:00.000Z',
      '2026-11-18T11:00:00.000Z',
    ]);
  });

  it('fills in the date that is missing', () => {
    assert.deepEqual(rangeOf({ start: '2026-11-20' }), [
      null,
      '2026-11-19T21:00:00.000Z',
      '2026-11-21T08:00:00.000Z',
    ]);
    const end = '2026-11-10T00:00:00.000Z';
    assert.deepEqual(rangeOf({ end }), [null, '2026-11-03T00:00:00.000Z', end]);
    assert.deepEqual(rangeOf({ end, period: '1d' }), [null, '2026-11-09T00:00:00.000Z', end]);
  });

  it('may be empty, but never ends before it starts', () => {
    const at = '2026-11-20T08:00:00Z';
    assert.equal(rangeOf({ start: at, end: at })[0], null);
    const wrong = (dates: { start?: string; end?: string }) => refusal(() => rangeOf(dates));
    assert.deepEqual(wrong({ start: at, end: '2026-11-20T07:59:59.999Z' }), ['end_date']);
    assert.deepEqual(wrong({ start: '2026-11-20', end: '2026-11-19' }), ['end_date']);
    assert.deepEqual(wrong({ start: '2026-11-22' }), ['start_date']);
  });

  it('keeps to years that can be written', () => {
    const wrong = (dates: { start?: string; end?: string }) => refusal(() => rangeOf(dates));
    assert.deepEqual(
      rangeOf({ start: '0001-01-01', end: '9999-12-31' })[2],
      '9999-12-31T21:00:00.000Z',
    );
    assert.deepEqual(wrong({ start: '0000-01-01' }), ['start_date']);
    assert.deepEqual(wrong({ end: '0000-01-01' }), ['end_date']);
    assert.deepEqual(
      refusal(() => rangeOf({ end: '9999-12-31' }, 'America/New_York')),
      ['end_date'],
    );
  });
});
