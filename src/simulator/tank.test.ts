import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { demoTanks } from './demo-tanks.ts';
import { VirtualTank } from './tank.ts';
import { planTank, type TankPlan } from './tank-plan.ts';

const START = Date.parse('2026-11-02T00:00:00Z');
const FLEET = { seed: 1, kind: 'mixed', sensor: 'good', outages: true } as const;
const steps = fc.array(fc.double({ min: 0.05, max: 90, noNaN: true }), { maxLength: 60 });
const grades = fc.constantFrom('ideal', 'good', 'usual', 'poor');
const modes = fc.constantFrom('on', 'off', 'auto', 'schedule');
const plans = fc
  .tuple(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 50 }), grades, modes)
  .map(([seed, index, sensor, mode]): TankPlan => {
    const plan = planTank({ ...FLEET, seed, sensor }, index);
    return { ...plan, control: { ...plan.control, mode } };
  });

test('no litre appears or vanishes', () => {
  fc.assert(
    fc.property(plans, steps, (plan, minutes) => {
      const tank = new VirtualTank(plan, START);
      const before = tank.flows.litres;
      for (const step of minutes) tank.step(step);
      const after = tank.flows;
      const error = before + after.in - after.out - after.overflow - after.leaked - after.litres;
      assert.ok(Math.abs(error) <= 1e-9 * (after.in + after.out + tank.capacity));
    }),
  );
});

test('the level stays between the floor and the brim, and readings within what is accepted', () => {
  fc.assert(
    fc.property(plans, steps, (plan, minutes) => {
      const tank = new VirtualTank(plan, START);
      for (const step of minutes) {
        tank.step(step);
        const { levelPercent, levelCm } = tank.read();
        assert.ok(tank.flows.litres >= 0 && tank.flows.litres <= tank.capacity);
        assert.ok(levelPercent >= -10 && levelPercent <= 110 && levelCm >= 0);
      }
    }),
  );
});

test('the same plan and start are the same life; another seed is another', () => {
  const life = (seed: number): unknown => {
    const tank = new VirtualTank(planTank({ ...FLEET, seed }, 3), START);
    return Array.from({ length: 300 }, () => {
      tank.step(10);
      return tank.read();
    });
  };
  assert.deepEqual(life(1), life(1));
  assert.notDeepEqual(life(1), life(2));
});

test('a tank filled to the brim by a running pump reads above 100 and spills', () => {
  const plan: TankPlan = {
    ...planTank({ ...FLEET, kind: 'household' }, 0),
    initialFill: 1,
    dailyLitres: 0,
    mains: null,
    control: { mode: 'on', turnOnBelow: 0, turnOffAbove: 100 },
  };
  const tank = new VirtualTank(plan, START);
  const levels = Array.from({ length: 50 }, () => {
    tank.step(10);
    return tank.read().levelPercent;
  });
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  assert.equal(tank.levelPercent, 100);
  assert.ok(mean > 100 && mean < 105, `${mean}`);
  assert.ok(Math.abs(tank.flows.overflow - plan.pump.litresPerMinute * 500) < 1e-6);
});

test('auto keeps a tank between its marks, give or take one minute of pumping', () => {
  const plan = demoTank('Shule kitchen tank');
  const tank = new VirtualTank({ ...plan, mains: null }, START);
  const slack = (100 * 120) / tank.capacity;
  for (let minute = 0; minute < 14 * 1440; minute += 1) {
    tank.step(1);
    assert.ok(tank.levelPercent > 35 - 10 * slack && tank.levelPercent < 85 + slack);
  }
});

test('the demo shows what it promises: one tank spills, one runs low, one lives by auto', () => {
  const overflow = twoWeeks(demoTank('Nyumbani roof tank'));
  assert.ok(overflow.above > 20 && overflow.above < 400, `${overflow.above} readings above 100`);
  const low = twoWeeks(demoTank('Kibanda water point'));
  assert.ok(low.below20 > 200 && low.below20 < 1500, `${low.below20} readings below 20`);
  const auto = twoWeeks(demoTank("Ng'ombe trough tank"));
  assert.ok(auto.pumpStarts > 5, `${auto.pumpStarts} starts`);
});

test('a dry pump brings nothing, a stuck one goes on, a broken float lets the tank overflow', () => {
  const always = () => true;
  const plan = {
    ...planTank({ ...FLEET, kind: 'household' }, 0),
    dailyLitres: 0,
    initialFill: 0.5,
  };
  const pumped: TankPlan = { ...plan, mains: null, control: { ...plan.control, mode: 'on' } };
  const daysOf = (tank: VirtualTank, days = 1) => {
    tank.step(days * 1440);
    return tank;
  };
  assert.equal(daysOf(new VirtualTank(pumped, START, { isDry: always })).flows.in, 0);
  const stuck = new VirtualTank(pumped, START, { pumpSticks: always });
  stuck.step(1);
  stuck.control = { ...stuck.control, mode: 'off' };
  assert.ok(daysOf(stuck).flows.overflow > 0 && stuck.isPumping);
  const mains = { weekdays: [0, 1, 2, 3, 4, 5, 6], hours: { from: 0, until: 1440 } };
  const rationed: TankPlan = {
    ...plan,
    mains: { ...mains, litresPerMinute: 20, reliability: 1, floatValveAt: 92 },
    control: { ...plan.control, mode: 'off' },
  };
  assert.equal(daysOf(new VirtualTank(rationed, START)).flows.overflow, 0);
  const broken = new VirtualTank(rationed, START, { floatFails: always });
  assert.ok(daysOf(broken).flows.overflow > 0);
  const leaking = daysOf(
    new VirtualTank({ ...rationed, mains: null }, START, { leakPercent: () => 2 }),
  );
  assert.ok(Math.abs(leaking.levelPercent - 48) < 1e-6);
  const tanker = { litres: 500, litresPerMinute: 100, callBelow: 60 };
  const supplied = daysOf(new VirtualTank({ ...rationed, mains: null, tanker }, START), 2);
  assert.ok(Math.abs(supplied.flows.in - 500) < 1e-6);
});

function demoTank(name: string): TankPlan {
  const plan = demoTanks().find(({ deviceName }) => deviceName === name);
  assert.ok(plan);
  return plan;
}

function twoWeeks(plan: TankPlan) {
  const tank = new VirtualTank(plan, START);
  const readings = Array.from({ length: 14 * 144 }, () => {
    tank.step(10);
    return tank.read();
  });
  return {
    above: readings.filter(({ levelPercent }) => levelPercent > 100).length,
    below20: readings.filter(({ levelPercent }) => levelPercent < 20).length,
    pumpStarts: readings.filter(
      ({ pumpStatus }, i) => pumpStatus === 'on' && readings[i - 1]?.pumpStatus === 'off',
    ).length,
  };
}
