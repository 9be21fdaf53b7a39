import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRandom, normal } from '../../../../bench/ledger/random.ts';
import { hourMs } from '../../../kit/time/units.ts';
import { findEndlessFlow } from './endless-flow.ts';
import type { LeakHour } from './leak-hour.ts';
import { learnSensor } from './sensor.ts';

/** Hours in each of which half a percent is said to go out, while the level falls by so much. */
const hoursOf = (fallPerHour: number): LeakHour[] =>
  Array.from({ length: 96 }, (_, n) => {
    const first_level = 90 - n * fallPerHour;
    const last_level = first_level - fallPerHour;
    const levels = { first_level, last_level, level_max: first_level, level_min: last_level };
    const known = { last_volume: null, consumed_level: 0.5, gap_level: 0, noise: 0.3 };
    return { hour: n * hourMs, count: 12, ...levels, ...known };
  });

describe('noise that lasts', () => {
  it('is no flow that never stops, as long as the level stays', () => {
    assert.equal(findEndlessFlow(hoursOf(0), []), undefined);
    assert.ok(findEndlessFlow(hoursOf(0.5), []));
  });

  it('shows in the means of quarters of an hour, however many readings they have', () => {
    const random = createRandom(1, 'quarters');
    const quarters = new Map(
      Array.from({ length: 2000 }, (_, n) => [(n * hourMs) / 4, { level: 50 + normal(random) }]),
    );
    const { lasting = 0 } = learnSensor([], quarters);
    assert.ok(Math.abs(lasting - 1) < 0.1, `${lasting}`);
    assert.equal(learnSensor([], new Map()).lasting, undefined);
  });
});
