import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeLeaks } from '../../../../bench/ledger/judge-leaks.ts';
import { findEndlessFlow } from './endless-flow.ts';
import { findLeaks, type LeakEvidence } from './find-leaks.ts';
import type { LeakHour } from './leak-hour.ts';
import { type QuarterHour, quarterHourMs, readNight, type Span } from './night.ts';
import { judgeNight } from './night-flow.ts';
import { learnSensor } from './sensor.ts';

const hourMs = 3_600_000;
const start = Date.UTC(2026, 8, 1, 21);
const nights = 14;
const litresOfPercent = 50;
const midnights = Array.from({ length: nights }, (_, night) => start + (night + 1) * 24 * hourMs);

/** Hours of a tank that is used by day, and loses so many percent a day from a night on. */
function hoursOf(percentPerDay: number, fromNight: number, isUsed = true): LeakHour[] {
  let level = 95;
  return Array.from({ length: (nights + 1) * 24 }, (_, at) => {
    const night = Math.floor(at / 24);
    const before = level;
    const leak = night >= fromNight ? percentPerDay / 24 : 0;
    const use = isUsed && at % 24 >= 8 && at % 24 < 20 ? 0.2 : 0;
    level -= leak + use;
    if (level < 50 && at % 24 === 12) level = 95;
    const hour = start + at * hourMs;
    return {
      hour,
      count: 12,
      level_min: level,
      level_max: before,
      first_level: before,
      last_level: level,
      last_volume: level * litresOfPercent,
      consumed_level: leak + use,
      gap_level: 0,
      noise: 0.02,
    };
  });
}

/** What is found in hours, within each of which the level falls evenly. */
function find(hours: LeakHour[], refills: Span[], untilNight = nights) {
  const quarterHours = new Map<number, QuarterHour>();
  for (const { hour, first_level, last_level } of hours) {
    for (let at = hour + quarterHourMs / 2; at < hour + hourMs; at += quarterHourMs) {
      const level = first_level + ((last_level - first_level) * (at - hour)) / hourMs;
      quarterHours.set(at - quarterHourMs / 2, { at, level, count: 3 });
    }
  }
  const sensor = learnSensor(hours);
  const told: LeakEvidence['nights'] = midnights.slice(0, untilNight).flatMap((midnight) => {
    const night = readNight(midnight, quarterHours, refills, sensor);
    return night ? [judgeNight(night)] : [];
  });
  return findLeaks({ nights: told, hours, refills });
}

describe('findLeaks', () => {
  for (const percent of [2, 3, 5, 8]) {
    it(`tells a leak of ${percent} percent a day, and how large it is`, () => {
      const { leaks } = find(hoursOf(percent, 8), []);
      const leak = leaks.find(({ kind }) => kind === 'night_flow');
      assert.ok(leak && leak.confidence > 0.9);
      assert.ok(leak.percentPerDay > percent * 0.4 && leak.percentPerDay < percent * 1.6);
      assert.ok(Math.abs((leak.litresPerDay ?? 0) - litresOfPercent * leak.percentPerDay) < 1e-6);
      assert.ok(leak.nights >= 3 && leak.nights <= 8);
      assert.ok(leak.couldAlsoBe.includes('night_use'));
    });
  }

  it('tells none of a tank that rests at night, nor before there are three nights', () => {
    assert.deepEqual(find(hoursOf(0, 0), []).leaks, []);
    const few = find(hoursOf(4, 0).slice(0, 56), [], 2);
    assert.deepEqual([few.leaks, few.nightsNeeded], [[], 1]);
  });

  it('leaves out the hours that a refill hides', () => {
    const hidden = midnights.map((at) => ({ from: at - 3 * hourMs, until: at + 6 * hourMs }));
    const found = find(hoursOf(4, 8), hidden);
    assert.equal(found.nights, 0);
    assert.equal(found.leaks.filter(({ kind }) => kind === 'night_flow').length, 0);
  });

  it('tells flow that never stops after three days without a quiet hour', () => {
    const hours = hoursOf(3, 10);
    const known = hours.slice(0, 10 * 24 + 72);
    assert.equal(findEndlessFlow(known.slice(0, -1), []), undefined);
    const flow = findEndlessFlow(known, []);
    assert.ok(flow && flow.confidence > 0.99);
    assert.equal(flow.since, start + 240 * hourMs);
    assert.ok(Math.abs(flow.percentPerDay - 3) < 0.01);
  });

  it('holds against simulated tanks', () => {
    const figures = judgeLeaks({ seeds: [41, 42], tanks: 9, days: 20, leaks: 0.5 });
    const all = figures.at(-1);
    assert.ok(all && all.leaking >= 8);
    assert.ok(all.withinTen >= 6, `${all.withinTen} of ${all.leaking} leaks found`);
    assert.ok(all.falseLeaks <= 3, `${all.falseLeaks} false leaks`);
  });
});
