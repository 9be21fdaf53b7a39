import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { afterQuietHours } from './quiet-hours.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Zones with and without changes of clocks, of half hours, across the date line. */
const zones = [
  'Africa/Nairobi',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Pacific/Apia',
  'America/Sao_Paulo',
];

const formats = new Map(
  zones.map((zone) => [
    zone,
    new Intl.DateTimeFormat('en', {
      timeZone: zone,
      hourCycle: 'h23',
      hour: 'numeric',
      minute: 'numeric',
    }),
  ]),
);

/** Time that the clocks of a zone show, in minutes after midnight. */
function shownAt(instant: number, zone: string): number {
  const parts = formats.get(zone)?.formatToParts(instant) ?? [];
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return read('hour') * 60 + read('minute');
}

/** True if a zone's clocks run on without a jump for a day and a half around an instant. */
function isSteady(instant: number, zone: string): boolean {
  const offset = (at: number) => (shownAt(at, zone) - at / minute + 14_400_000_000) % 1440;
  const around = Array.from({ length: 73 }, (_, step) => instant + (step - 36) * hour);
  return around.every((at) => Math.abs(offset(at) - offset(instant)) < 1e-6);
}

const cases = fc.record({
  zone: fc.constantFrom(...zones),
  from: fc.integer({ min: 0, max: 1439 }),
  until: fc.integer({ min: 0, max: 1439 }),
  now: fc
    .integer({ min: Date.UTC(2011, 0, 1) / minute, max: Date.UTC(2027, 0, 1) / minute })
    .map((minutes) => minutes * minute),
});

describe('quiet hours', () => {
  const nairobi = { zone: 'Africa/Nairobi', from: 18 * 60, until: 8 * 60 };
  const at = (text: string) => Date.parse(`${text}+03:00`);

  it('hold a message back until their end, also over midnight', () => {
    const mornings = [
      ['2026-11-21T17:59:59.999', '2026-11-21T17:59:59.999'],
      ['2026-11-21T18:00:00.000', '2026-11-22T08:00:00.000'],
      ['2026-11-21T23:59:59.999', '2026-11-22T08:00:00.000'],
      ['2026-11-22T00:00:00.000', '2026-11-22T08:00:00.000'],
      ['2026-11-22T07:59:59.999', '2026-11-22T08:00:00.000'],
      ['2026-11-22T08:00:00.000', '2026-11-22T08:00:00.000'],
      ['2026-11-22T12:00:00.000', '2026-11-22T12:00:00.000'],
    ] as const;
    for (const [now, expected] of mornings) {
      assert.equal(afterQuietHours(at(now), nairobi), at(expected), now);
    }
  });

  it('may lie within a day, end at midnight, or last but a minute', () => {
    const lunch = { ...nairobi, from: 12 * 60, until: 14 * 60 };
    assert.equal(afterQuietHours(at('2026-11-21T13:00'), lunch), at('2026-11-21T14:00'));
    assert.equal(afterQuietHours(at('2026-11-21T14:00'), lunch), at('2026-11-21T14:00'));
    const evening = { ...nairobi, from: 18 * 60, until: 0 };
    assert.equal(afterQuietHours(at('2026-11-21T19:00'), evening), at('2026-11-22T00:00'));
    const nearlyAlways = { ...nairobi, from: 1, until: 0 };
    assert.equal(afterQuietHours(at('2026-11-21T00:01'), nearlyAlways), at('2026-11-22T00:00'));
    assert.equal(afterQuietHours(at('2026-11-21T00:00'), nearlyAlways), at('2026-11-21T00:00'));
  });

  it('are none where they end as they begin', () => {
    fc.assert(
      fc.property(cases, ({ zone, from, now }) => {
        assert.equal(afterQuietHours(now, { zone, from, until: from }), now);
      }),
    );
  });

  it('begin and end as the clocks show, where those run on', () => {
    fc.assert(
      fc.property(cases, ({ now, ...hours }) => {
        fc.pre(hours.from !== hours.until && isSteady(now, hours.zone));
        const shown = shownAt(now, hours.zone);
        const length = (hours.until - hours.from + 1440) % 1440;
        const since = (shown - hours.from + 1440) % 1440;
        const wait = since < length ? (length - since) * minute : 0;
        assert.equal(afterQuietHours(now, hours), now + wait);
      }),
      { numRuns: 300 },
    );
  });

  it('always end: within two days, at an instant that is not quiet itself', () => {
    fc.assert(
      fc.property(cases, ({ now, ...hours }) => {
        const at = afterQuietHours(now, hours);
        assert.ok(at >= now && at - now <= 49 * hour, String((at - now) / hour));
        assert.equal(afterQuietHours(at, hours), at);
        if (at > now) assert.ok(afterQuietHours(at - 1, hours) === at);
      }),
      { numRuns: 1000 },
    );
  });

  it('follow the clocks where they are changed', () => {
    const berlin = { zone: 'Europe/Berlin', from: 20 * 60, until: 2 * 60 + 30 };
    // 02:30 is skipped on this night, so quiet hours end as long after the jump: 03:30.
    const spring = afterQuietHours(Date.parse('2026-03-29T00:00+01:00'), berlin);
    assert.equal(spring, Date.parse('2026-03-29T03:30+02:00'));
    // 02:30 is shown twice on this one: the first counts.
    const autumn = afterQuietHours(Date.parse('2026-10-25T00:00+02:00'), berlin);
    assert.equal(autumn, Date.parse('2026-10-25T02:30+02:00'));
    assert.equal(afterQuietHours(autumn + hour, berlin), autumn + hour);
    // From 22:00 to 07:00 is an hour less in spring, and an hour more in autumn.
    const night = { ...berlin, from: 22 * 60, until: 7 * 60 };
    for (const [now, hours] of [
      ['2026-03-28T22:00+01:00', 8],
      ['2026-10-24T22:00+02:00', 10],
    ] as const) {
      assert.equal(afterQuietHours(Date.parse(now), night) - Date.parse(now), hours * hour);
    }
  });
});
