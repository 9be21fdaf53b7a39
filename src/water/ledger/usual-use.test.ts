import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hourMs } from '../../kit/time/units.ts';
import { learnUsualUse } from './usual-use.ts';

const days = (count: number, useAt: (hour: number) => number, filling = 0) =>
  Array.from({ length: 24 * count }, (_, index) => {
    return { hour: index * hourMs, consumed: useAt(index % 24), filling };
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
    assert.ok(usual.rateAt(8 * hourMs) > 0);
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
