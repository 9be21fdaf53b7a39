import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dayMs, hourMs } from '../../kit/time/units.ts';
import { estimateHiddenDraw, fillingByHour, learningMs, learnUsualUse } from './hidden-draw.ts';

const start = 1000 * dayMs;
const refillFrom = (begun_at: number, ended_at: number) => ({
  device_id: 1,
  sensor_no: 1,
  hour: Math.floor(ended_at / hourMs) * hourMs,
  begun_at,
  ended_at,
  level_before: 40,
  level_after: 80,
  risen_level: 40,
  risen_volume: 400,
});
/** Use of two percent an hour, all day. */
const hours = (days: number, gap_level = 0, blind_ms = 0) =>
  Array.from({ length: 24 * days }, (_, index) => {
    return { hour: start + index * hourMs, consumed_level: 2, gap_level, blind_ms };
  });
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

describe('what a refill hides', () => {
  const refill = refillFrom(start + 10 * dayMs + hourMs / 2, start + 10 * dayMs + 3 * hourMs);

  it('is what is usual, for as long as it ran, in percent and litres', () => {
    const hidden = estimateHiddenDraw(refill, hours(10), [refill]);
    assert.deepEqual(
      hidden.map(({ from, until }) => (until - from) / hourMs),
      [0.5, 1, 1],
    );
    assert.ok(Math.abs(sum(hidden.map(({ level }) => level)) - 5) < 1e-9);
    assert.ok(Math.abs(sum(hidden.map(({ volume }) => volume)) - 50) < 1e-9);
  });

  it('is nothing where nothing is known of the tank', () => {
    const hidden = estimateHiddenDraw(refill, [], [refill]);
    assert.equal(sum(hidden.map(({ level }) => level)), 0);
  });

  it('does not change by what comes after it, once the first week is over', () => {
    const later = hours(30).map((hour) =>
      hour.hour < refill.begun_at ? hour : { ...hour, consumed_level: 90 },
    );
    assert.deepEqual(
      estimateHiddenDraw(refill, later, [refill]),
      estimateHiddenDraw(refill, hours(10), [refill]),
    );
  });

  it('is learnt in the first week from all of that week', () => {
    const early = refillFrom(start + hourMs, start + 2 * hourMs);
    const hidden = estimateHiddenDraw(early, hours(7), [early]);
    assert.ok(Math.abs((hidden[0]?.level ?? 0) - 2) < 0.1);
  });

  it('is not learnt from gaps, nor from what is older than four weeks', () => {
    const level = (known: ReturnType<typeof hours>) =>
      sum(estimateHiddenDraw(refill, known, [refill]).map((part) => part.level));
    assert.equal(level(hours(10, 1)), 0);
    const old = hours(10).map((each) => ({ ...each, hour: each.hour - learningMs - 10 * dayMs }));
    assert.equal(level(old), 0);
  });

  it('is learnt from the silences of a sensor that is heard on change alone', () => {
    // Six percent within two hours of the evening, and two more until the next evening.
    const onChange = Array.from({ length: 20 }, (_, day) => {
      const evening = start + day * dayMs + 18 * hourMs;
      return [
        { hour: evening, consumed_level: 3, gap_level: 1, blind_ms: 0 },
        { hour: evening + hourMs, consumed_level: 3, gap_level: 0, blind_ms: 0 },
        { hour: evening + 8 * hourMs, consumed_level: 2, gap_level: 2, blind_ms: 0 },
      ];
    }).flat();
    const night = refillFrom(start + 20 * dayMs, start + 20 * dayMs + 4 * hourMs);
    const hidden = estimateHiddenDraw(night, onChange, [night]);
    const level = sum(hidden.map((part) => part.level));
    assert.ok(level > 0.5 && level < 2.5, `${level} percent in four hours`);
  });

  it('knows the share of each hour in which the tank was being filled', () => {
    const shares = fillingByHour([refill, refillFrom(refill.begun_at, refill.begun_at + 1)]);
    assert.deepEqual(
      [...shares.values()].map((share) => Math.round(share * 10) / 10),
      [0.5, 1, 1],
    );
  });
});

const days = (count: number, useAt: (hour: number) => number, unseen = 0) =>
  Array.from({ length: 24 * count }, (_, index) => {
    return { hour: index * hourMs, consumed: useAt(index % 24), unseen };
  });

describe('usual use', () => {
  it('is nothing where nothing is known', () => {
    assert.equal(learnUsualUse([]).rateAt(5 * hourMs), 0);
  });

  it('is what is drawn at an hour of the day, once many days were seen', () => {
    const usual = learnUsualUse(days(60, (hour) => (hour === 7 ? 4 : 1)));
    assert.ok(Math.abs(usual.rateAt(100 * 24 * hourMs + 7.5 * hourMs) - 4) < 0.15);
    assert.ok(Math.abs(usual.rateAt(100 * 24 * hourMs + 8.5 * hourMs) - 1) < 0.05);
  });

  it('makes no habit of one hour', () => {
    const usual = learnUsualUse(days(2, (hour) => (hour === 7 ? 24 : 0)));
    assert.ok(usual.rateAt(7 * hourMs) < 15);
  });

  it('takes ordinary hours for those that never are seen, not the ones of sprinklers', () => {
    const seen = days(20, (hour) => (hour === 6 || hour === 17 ? 25 : 0.5));
    const known = seen.filter(({ hour }) => (hour / hourMs) % 24 < 9 || (hour / hourMs) % 24 > 14);
    const rate = learnUsualUse(known).rateAt(11 * hourMs);
    assert.ok(rate >= 0.5 && rate < 0.7, `${rate}`);
  });

  it('knows of nothing usual before it has seen two days', () => {
    assert.equal(learnUsualUse(days(1, () => 1)).rateAt(0), 0);
    assert.ok(learnUsualUse(days(2, () => 1)).rateAt(0) > 0);
  });

  it('learns nothing from hours in which the tank was mostly being filled', () => {
    const seen = days(10, () => 1);
    const hidden = days(10, () => 0, 0.6);
    assert.equal(learnUsualUse([...seen, ...hidden]).rateAt(0), learnUsualUse(seen).rateAt(0));
  });

  it('counts an hour by the part of it that was seen', () => {
    const usual = learnUsualUse(days(50, () => 1, 0.5));
    assert.ok(Math.abs(usual.rateAt(0) - 2) < 1e-9);
  });
});
