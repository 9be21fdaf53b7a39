import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  gapAfter,
  hoursOf,
  type LevelReading,
  startOf,
  summarise,
  toSeries,
  withLevel,
} from './level-series.ts';

const start = Date.parse('2026-11-21T08:00:00.000Z');
const minute = 60_000;
/** A range short enough that every gap is visible. */
const end = start + 120 * minute;

function reading(
  minutes: number,
  level: number,
  pump_status: LevelReading['pump_status'] = null,
): LevelReading {
  const recorded_at = new Date(start + minutes * minute).toISOString();
  return {
    recorded_at,
    level,
    filtered_level: level,
    quality: 'good',
    volume: level * 10,
    pump_status,
  };
}

const inMinutes = (seconds: number) => (seconds * 1000 - start) / minute;

describe('the series of a chart', () => {
  it('is a line of what was read', () => {
    const { times, levels, litres, alone } = toSeries([reading(0, 50), reading(5, 49)], start, end);
    assert.deepEqual(times.map(inMinutes), [0, 5]);
    assert.deepEqual(levels, [50, 49]);
    assert.deepEqual(litres, [500, 490]);
    assert.deepEqual(alone, []);
  });

  it('believes the filtered level, beside what was sent, and knows what is not believed', () => {
    const spike = { ...reading(5, 0), filtered_level: 49.6, quality: 'suspect' as const };
    const unfiltered = { ...reading(10, 49), filtered_level: null, quality: null };
    const series = toSeries([reading(0, 50), spike, unfiltered], start, end);
    assert.deepEqual(series.levels, [50, 0, 49]);
    assert.deepEqual(series.believed, [50, 49.6, 49]);
    assert.deepEqual(series.suspects, [1]);
  });

  it('doubts no reading that the level went on past, as while a pump runs', () => {
    const held = (minute: number, level: number) => ({
      ...reading(minute, level),
      quality: 'suspect' as const,
    });
    const filling = [reading(0, 40), held(5, 46), held(10, 52), reading(15, 58), held(20, 64)];
    // The newest reading may yet prove wrong.
    assert.deepEqual(toSeries(filling, start, end).suspects, [4]);
    const spiked = [
      reading(0, 40),
      held(5, 46),
      held(10, 12),
      held(15, 59.5),
      held(16, 99),
      reading(20, 58),
    ];
    assert.deepEqual(toSeries(spiked, start, end).suspects, [2, 4]);
    assert.deepEqual(toSeries([held(0, 40), reading(5, 58)], start, end).suspects, [0]);
  });

  it('is a slope while a pump fills the tank, though the filter stands still between what it believes', () => {
    const held = (minute: number, level: number, filtered_level: number) => ({
      ...reading(minute, level),
      filtered_level,
      quality: 'suspect' as const,
    });
    const filling = [
      reading(0, 40),
      held(5, 46, 40),
      held(10, 52, 40),
      reading(15, 58),
      held(20, 64, 58),
      reading(25, 70),
    ];
    assert.deepEqual(toSeries(filling, start, end).believed, [40, 46, 52, 58, 64, 70]);
    // An echo in between is no part of the slope.
    const echo = [reading(0, 40), held(5, 90, 40), reading(10, 41)];
    assert.deepEqual(toSeries(echo, start, end).believed, [40, 40, 41]);
  });

  it('leaves out what is older than the chart', () => {
    const { levels } = toSeries([reading(-1, 80), reading(0, 50), reading(1, 49)], start, end);
    assert.deepEqual(levels, [50, 49]);
  });

  it('is empty without readings', () => {
    assert.deepEqual(toSeries([], start, end).times, []);
  });

  it('breaks after more than a quarter of an hour, not after exactly that', () => {
    const whole = toSeries(
      [reading(0, 50), reading(1, 50), reading(2, 50), reading(17, 40)],
      start,
      end,
    );
    assert.deepEqual(whole.levels, [50, 50, 50, 40]);
    const broken = toSeries(
      [0, 1, 2, 18, 19].map((at) => reading(at, 50)),
      start,
      end,
    );
    assert.deepEqual(broken.levels, [50, 50, 50, null, 50, 50]);
  });

  it('allows a slow sensor five times its usual interval', () => {
    assert.equal(gapAfter([0, 3600, 7200, 10_800]), 5 * 3600);
    assert.equal(gapAfter([0, 60, 120]), 15 * 60);
    assert.equal(gapAfter([]), 15 * 60);
  });

  it('stays whole where the server thinned it: two readings of each thousandth, at any place in it', () => {
    const days90 = 90 * 24 * 60;
    const part = days90 / 999;
    const places = fc.array(fc.tuple(fc.nat(99), fc.nat(99)), { minLength: 50, maxLength: 50 });
    fc.assert(
      fc.property(places, (drawn) => {
        const readings = drawn.flatMap(([a, b], index) =>
          [...new Set([a, b])]
            .sort((one, other) => one - other)
            .map((place) => reading((index + place / 100) * part, 50)),
        );
        assert.ok(!toSeries(readings, start, start + days90 * minute).levels.includes(null));
      }),
    );
  });

  it('names the readings that stand alone between gaps', () => {
    const { levels, alone } = toSeries(
      [0, 1, 2, 60, 120, 121].map((at) => reading(at, 50)),
      start,
      end,
    );
    assert.deepEqual(levels, [50, 50, 50, null, 50, null, 50, 50]);
    assert.deepEqual(alone, [4]);
  });

  it('knows when the pump ran: until the next reading, but not through a gap', () => {
    const { pumpRuns } = toSeries(
      [
        reading(0, 20, 'off'),
        reading(1, 20, 'on'),
        reading(2, 25, 'on'),
        reading(3, 30, 'off'),
        reading(4, 30, 'on'),
        reading(60, 30, null),
      ],
      start,
      end,
    );
    assert.deepEqual(
      pumpRuns.map((run) => run.map(inMinutes)),
      [
        [1, 3],
        [4, 4],
      ],
    );
  });

  it('never joins, drops or reorders: every level is there, times rise, gaps are as long as said', () => {
    const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 5000 }), { maxLength: 60 });
    fc.assert(
      fc.property(minutes, (drawn) => {
        const readings = drawn.sort((a, b) => a - b).map((at) => reading(at, at % 101, 'on'));
        const { times, levels, pumpRuns } = toSeries(readings, start, end);
        const gap = gapAfter(readings.map(({ recorded_at }) => Date.parse(recorded_at) / 1000));
        assert.deepEqual(
          levels.filter((level) => level !== null),
          readings.map(({ level }) => level),
        );
        for (const [index, time] of times.entries()) {
          const next = times[index + 1];
          if (next !== undefined) assert.ok(next > time);
          if (levels[index] === null) assert.ok(Number(next) - Number(times[index - 1]) > gap);
        }
        for (const [index, [from, to]] of pumpRuns.entries()) {
          assert.ok(from <= to && to < (pumpRuns[index + 1]?.[0] ?? Number.POSITIVE_INFINITY));
        }
      }),
    );
  });
});

describe('a new reading of a chart', () => {
  const known = [reading(0, 50), reading(5, 49)];

  it('goes to the end, or between where it came late', () => {
    assert.deepEqual(withLevel(known, reading(6, 48)), [...known, reading(6, 48)]);
    assert.deepEqual(withLevel(known, reading(2, 60)), [known[0], reading(2, 60), known[1]]);
    assert.deepEqual(withLevel([], reading(2, 60)), [reading(2, 60)]);
  });

  it('takes the place of the same reading', () => {
    assert.deepEqual(withLevel(known, reading(5, 12)), [known[0], reading(5, 12)]);
  });
});

describe('the summary of a chart', () => {
  it('says the lowest, the highest and the last level', () => {
    const [a, b, c, d] = [reading(0, 50), reading(1, 10), reading(2, 90), reading(3, 40)];
    assert.deepEqual(summarise([a, b, c, d], start), { lowest: b, highest: c, now: d });
  });

  it('takes what is not believed for no extreme, unless nothing else was read', () => {
    const [a, b] = [reading(0, 50), reading(2, 40)];
    const spike = { ...reading(1, 0), quality: 'suspect' as const };
    assert.deepEqual(summarise([a, spike, b], start), { lowest: b, highest: a, now: b });
    assert.deepEqual(summarise([spike], start), { lowest: spike, highest: spike, now: spike });
  });

  it('has nothing to say of nothing, and nothing of what is too old', () => {
    assert.equal(summarise([], start), undefined);
    assert.equal(summarise([reading(-1, 5)], start), undefined);
  });
});

describe('the range of a chart', () => {
  it('is so many times 24 hours', () => {
    assert.equal(hoursOf('1d'), 24);
    assert.equal(hoursOf('90d'), 2160);
    const now = Date.parse('2026-11-21T08:00:00Z');
    assert.equal(startOf('7d', now), Date.parse('2026-11-14T08:00:00Z'));
  });
});
