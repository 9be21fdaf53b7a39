import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { minute } from './clock.ts';
import { hourWeights } from './end-uses.ts';
import { combinations, generateTank, generateTanks, type TankTruth } from './tank-truth.ts';

const options = { seed: 7, days: 7, start: Date.UTC(2026, 0, 5) };

describe('tanks of known truth', () => {
  let tanks: TankTruth[];
  before(() => {
    tanks = generateTanks({ ...options, tanks: 60 });
  });

  it('are the same for the same seed, one by one as all together, and others for another', () => {
    const alone = generateTank({ ...options, index: 31 });
    assert.deepEqual({ ...alone, levelAt: 0 }, { ...tanks[31], levelAt: 0 });
    const other = generateTank({ ...options, seed: 8, index: 31 });
    assert.notDeepEqual(other.readings, alone.readings);
  });

  it('cover every supply, noise and interval about evenly', () => {
    const counts = combinations.map(
      ({ supply, noise, intervalMs }) =>
        tanks.filter(
          (tank) =>
            tank.supply === supply && tank.noise === noise && tank.intervalMs === intervalMs,
        ).length,
    );
    assert.equal(counts.length, 27);
    assert.ok(counts.every((count) => count === 2 || count === 3));
  });

  it('gain and lose no water that is not counted, day by day and refill by refill', () => {
    for (const tank of tanks) {
      let before = tank.levelAt(options.start);
      for (const day of tank.days) {
        const gained = day.refilled - day.consumed - day.leaked;
        assert.ok(Math.abs(((day.level - before) / 100) * tank.capacity - gained) < 0.01);
        assert.ok(Math.abs(tank.levelAt(day.end) - day.level) < 0.001);
        before = day.level;
      }
      const byDays = tank.days.reduce((sum, day) => sum + day.refilled, 0);
      const byRefills = tank.refills.reduce((sum, refill) => sum + refill.litres, 0);
      assert.ok(Math.abs(byDays - byRefills) < 1e-6);
    }
  });

  it('have sensors as noisy as stated away from refills', () => {
    let compared = 0;
    for (const tank of tanks) {
      if (tank.hasSpikes || tank.resolution !== 'hundredths') continue;
      const errors = tank.readings
        .filter(({ at }) => isAwayFromRefills(tank, at) && isAwayFromEnds(tank, at))
        .map(({ at, level }) => level - tank.levelAt(at));
      if (errors.length < 300) continue;
      compared += 1;
      const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
      const square = errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length;
      // Five standard errors, and what rounding to hundredths adds.
      const slack = (5 * tank.noise) / Math.sqrt(errors.length) + 0.005;
      assert.ok(Math.abs(mean) < slack, tank.name);
      assert.ok(Math.abs(Math.sqrt(square) - tank.noise) < slack, tank.name);
    }
    assert.ok(compared > 15);
  });

  it('send one day late as one block, in order, after newer readings', () => {
    for (const { readings, outage, name } of tanks) {
      const steps = readings.map(({ at }, i) => at - (readings[i - 1]?.at ?? 0));
      assert.equal(steps.filter((step) => step <= 0).length, 1, name);
      const block = readings.findIndex((_, i) => (steps[i] as number) <= 0);
      assert.ok(outage && (readings[block]?.at as number) >= outage.from);
      assert.ok((readings[block]?.at as number) < outage.from + 3 * 60 * minute);
      assert.ok((readings[block - 1]?.at as number) >= outage.to + 5 * 60 * minute);
    }
  });

  it('leak from after the tenth day where asked to, with nothing else changed before', () => {
    const course = { ...options, days: 14 };
    const leaking = [0, 1, 2, 3]
      .map((index) => generateTank({ ...course, index, leaks: 0.25 }))
      .filter((tank) => tank.leak > 0);
    assert.equal(leaking.length, 1);
    const [tank] = leaking as [TankTruth];
    const sound = generateTank({ ...course, index: tank.index });
    assert.deepEqual(tank.days.slice(0, 10), sound.days.slice(0, 10));
    assert.ok((tank.leakFrom as number) >= (tank.days[10]?.start as number));
    assert.ok(Math.abs((tank.days[13]?.leaked as number) - tank.capacity / 50) < 0.01);
  });

  it('keep every level within 0 and 100 and every day of uses to 24 hours', () => {
    for (const tank of tanks) {
      assert.ok(tank.readings.every(({ level }) => level >= 0 && level <= 100));
    }
    for (const { workday, weekend } of Object.values(hourWeights)) {
      assert.deepEqual([workday.length, weekend.length], [24, 24]);
    }
  });
});

function isAwayFromRefills({ refills }: TankTruth, at: number): boolean {
  return refills.every(({ begin, end }) => at < begin - minute || at > end + minute);
}

function isAwayFromEnds({ levelAt }: TankTruth, at: number): boolean {
  return levelAt(at) > 5 && levelAt(at) < 95;
}
