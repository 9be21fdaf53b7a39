import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readingFields } from '../../db/tables/reading-fields.ts';
import { believedLevel } from './believed-level.ts';
import { fillByShape } from './fill-by-shape.ts';
import { gaugeOf } from './gauge.ts';
import { litresAt } from './litres-at.ts';
import type { ConfiguredTank } from './tank-shape.ts';

const { good, suspect } = readingFields.quality.words;
const capacity = 2000;
const percent = fc.double({ min: 0, max: 100, noNaN: true });

/** What a sensor says, refused, beside the level that is believed. */
const refused = (level: number, volume: number | null, filtered = 70) => {
  return { level, volume, filtered_level: filtered, quality: suspect };
};

describe('how much water there is', () => {
  it('is what was measured last, unless that is refused', () => {
    const measured = { ...refused(40, 555), quality: good };
    assert.deepEqual(believedLevel(measured, capacity), { level: 40, volume: 555 });
    assert.deepEqual(believedLevel({ ...refused(40, 555), quality: null }, capacity), {
      level: 40,
      volume: 555,
    });
  });

  it('has the litres of the capacity where those of the refused reading are such', () => {
    fc.assert(
      fc.property(percent, percent, (level, filtered) => {
        const believed = believedLevel(
          refused(level, litresAt(level, capacity), filtered),
          capacity,
        );
        assert.equal(believed.level, filtered);
        assert.ok(Math.abs((believed.volume ?? Number.NaN) - (filtered * capacity) / 100) <= 0.001);
      }),
    );
  });

  it('has those of the shape of a tank, of whose litres the level is a share', () => {
    const tank = {
      shape: 'cone',
      diameter_cm: 252,
      height_cm: 300,
      sensor_height_cm: 310,
    } as ConfiguredTank;
    const litres = Math.round(gaugeOf(tank).capacity);
    const stored = { tank: JSON.stringify(tank), capacity: litres };
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 300 }), percent, (distance, filtered) => {
        const values = { level: null, level_cm: null, volume: null } as Parameters<
          typeof fillByShape
        >[0];
        assert.equal(fillByShape(values, distance, stored), undefined);
        const { level, volume } = values;
        const believed = believedLevel(refused(level ?? Number.NaN, volume, filtered), litres);
        assert.ok(Math.abs((believed.volume ?? Number.NaN) - (filtered * litres) / 100) <= 0.001);
      }),
    );
  });

  it('has none where the board says litres of its own, or nobody says how many there are', () => {
    for (const [volume, litres] of [
      [5, capacity],
      [300, capacity],
      [null, capacity],
      [100, null],
      [null, null],
    ] as const) {
      assert.deepEqual(believedLevel(refused(5, volume), litres), { level: 70, volume: null });
    }
  });
});
