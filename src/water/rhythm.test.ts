import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hourMs, minuteMs, secondMs } from '../kit/time/units.ts';
import { followRhythm, longestSilenceMs, usualCallsOf } from './rhythm.ts';

const leastMs = 15 * minuteMs;

/** Gaps that were longer than the silence that meant something then, and what it is at the end. */
function follow(gaps: readonly number[]): { silences: number; silentAfterMs: number | null } {
  let rhythm = '';
  let silentAfterMs: number | null = null;
  let silences = 0;
  for (const gap of gaps) {
    if (gap > (silentAfterMs ?? 30 * hourMs)) silences += 1;
    ({ rhythm, silentAfterMs } = followRhythm(rhythm, gap, leastMs));
  }
  return { silences, silentAfterMs };
}

const interval = fc.integer({ min: minuteMs, max: 24 * hourMs });
const upTo14Hours = fc.integer({ min: minuteMs, max: 14 * hourMs });
const shares = (min: number, max: number) =>
  fc.array(fc.double({ min, max, noNaN: true }), { minLength: 40, maxLength: 200 });
/** Three intervals, within the bounds. */
const threeOf = (usual: number) => Math.max(leastMs, Math.min(3 * usual, 30 * hourMs));

describe('the rhythm of a device', () => {
  it('is known after a few signs: three of its intervals mean silence, whatever their jitter', () => {
    fc.assert(
      fc.property(interval, shares(0.95, 1.05), (usual, jitter) => {
        const { silences, silentAfterMs } = follow(jitter.map((share) => share * usual));
        assert.equal(silences, 0);
        const expected = threeOf(usual);
        assert.ok(Math.abs((silentAfterMs ?? 0) - expected) <= 0.06 * expected, `${silentAfterMs}`);
      }),
    );
  });

  it('is the same where everything is sent twice, or readings come in bursts', () => {
    fc.assert(
      fc.property(interval, shares(1, 3000), (usual, doubles) => {
        const gaps = doubles.flatMap((gap) => [usual, gap]);
        const { silences, silentAfterMs } = follow(gaps);
        assert.equal(silences, 0);
        const expected = threeOf(usual);
        assert.ok(Math.abs((silentAfterMs ?? 0) - expected) <= 0.1 * expected, `${silentAfterMs}`);
      }),
    );
  });

  it('bears a lost push', () => {
    fc.assert(
      fc.property(upTo14Hours, fc.integer({ min: 5, max: 60 }), (usual, at) => {
        const gaps = Array.from({ length: 80 }, (_, index) => (index === at ? 2 : 1) * usual);
        assert.equal(follow(gaps).silences, 0);
      }),
    );
  });

  it('is not made of single outages', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: minuteMs, max: hourMs }),
        fc.integer({ min: 4, max: 90 }),
        (usual, hours) => {
          const steady = new Array<number>(100).fill(usual);
          const { silentAfterMs } = follow([...steady, hours * hourMs, ...steady]);
          const expected = threeOf(usual);
          assert.ok(Math.abs((silentAfterMs ?? 0) - expected) <= 0.01 * expected);
        },
      ),
    );
  });

  it('follows a device that slows down after one silence, and one that quickens', () => {
    const quick = new Array<number>(500).fill(5 * minuteMs);
    const slow = new Array<number>(200).fill(hourMs);
    assert.equal(follow([...quick, ...slow]).silences, 1);
    assert.equal(follow([...quick, ...slow]).silentAfterMs, 3 * hourMs);
    const days = new Array<number>(5000).fill(5 * minuteMs);
    assert.equal(follow([...slow, ...days]).silentAfterMs, leastMs);
  });

  it('is that of the heartbeats in a device that else sends when its level moves', () => {
    const day = [
      ...new Array<number>(20).fill(40 * secondMs),
      ...new Array<number>(4).fill(6 * hourMs),
    ];
    const { silences, silentAfterMs } = follow(new Array<number[]>(10).fill(day).flat());
    assert.equal(silences, 0);
    assert.equal(silentAfterMs, 18 * hourMs);
  });

  it('is not known by the first days of a device that sends on change, and seldom at night', () => {
    // Hours between the first readings of a tank whose board sends when the level has moved by half a percent.
    const first = [1.25, 4.7, 2.7, 0.25, 15.9, 1.5, 4.2, 17.7, 2, 6, 0.5, 3, 12, 5];
    assert.equal(follow(first.map((hours) => hours * hourMs)).silences, 0);
  });

  it('is known of a slow device by its second interval', () => {
    const { silentAfterMs } = follow([hourMs, hourMs]);
    assert.equal(silentAfterMs, 3 * hourMs);
    assert.equal(follow([hourMs]).silentAfterMs, longestSilenceMs);
  });
});

describe('the usual calls of a device', () => {
  const rhythmOf = (gaps: readonly number[]) =>
    gaps.reduce((rhythm, gap) => followRhythm(rhythm, gap, leastMs).rhythm, '');
  const times = (count: number, ...gaps: number[]) => Array.from({ length: count }, () => gaps);

  it('are those of its days, and each of many signs', () => {
    const day = times(8 * 12, 5 * minuteMs).flat();
    for (const [what, gaps, minutes] of [
      ['a board that polls and acknowledges after each push', times(9, hourMs, 2000, 1000), 60],
      [
        'one that stays awake for three polls',
        times(9, 57 * minuteMs, ...times(3, minuteMs).flat()),
        57,
      ],
      ['one without power for 16 hours of each day', times(9, ...day, 16 * hourMs), 5],
      ['one that was away once', [...times(12, 5 * minuteMs), [9 * hourMs]], 5],
      ['one that calls twice a day', times(6, 12 * hourMs), 12 * 60],
      ['one that pushes twice a minute', times(99, 30 * secondMs), 0.5],
    ] as const) {
      assert.equal((usualCallsOf(rhythmOf(gaps.flat())) ?? 0) / minuteMs, minutes, what);
    }
  });

  it('are its own interval, however often that is, and however long its power is cut each night', () => {
    const seconds = fc
      .double({ min: Math.log(5), max: Math.log(6 * 3600), noNaN: true })
      .map((log) => Math.round(Math.exp(log)));
    const nights = fc.array(fc.integer({ min: 1, max: 16 * 60 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(seconds, nights, (interval, minutesDark) => {
        const usual = interval * secondMs;
        const gaps = minutesDark.flatMap((minutes) => {
          const dark = minutes * minuteMs;
          const signs = Math.ceil((24 * hourMs - dark) / usual);
          return [...new Array<number>(signs).fill(usual), usual + dark];
        });
        // Gaps within a factor of two are one class, and an outage may be as short.
        const calls = usualCallsOf(rhythmOf(gaps)) ?? 0;
        assert.ok(calls >= usual && calls < 2 * usual, `${calls / secondMs} s`);
      }),
      { numRuns: 50 },
    );
  });

  it('are not known by a single gap', () => {
    assert.equal(usualCallsOf(''), undefined);
    assert.equal(usualCallsOf(rhythmOf([hourMs])), undefined);
    assert.equal(usualCallsOf(rhythmOf([hourMs, hourMs])), hourMs);
  });
});
