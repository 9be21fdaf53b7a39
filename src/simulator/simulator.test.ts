import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DeviceClock, Network } from './board.ts';
import { airCelsius, gpsFix, nairobiTime, towns } from './places.ts';
import { drawLitres } from './premises.ts';
import { createRandom, gaussian, poisson } from './random.ts';
import { mainsFlow, runsPump } from './supply.ts';
import { macAddress, planTank } from './tank-plan.ts';

const MONDAY = Date.parse('2026-11-02T00:00:00+03:00');
const HOUR = 3_600_000;

test('random streams repeat, differ by path, and have the moments they promise', () => {
  const draw = (...path: string[]): number[] => Array.from({ length: 5 }, createRandom(7, ...path));
  assert.deepEqual(draw('a'), draw('a'));
  assert.notDeepEqual(draw('a'), draw('b'));
  const random = createRandom(1, 'moments');
  const mean = (next: () => number): number =>
    Array.from({ length: 20_000 }, next).reduce((sum, x) => sum + x, 0) / 20_000;
  assert.ok(Math.abs(mean(random) - 0.5) < 0.01);
  assert.ok(Math.abs(mean(() => gaussian(random))) < 0.03);
  assert.ok(Math.abs(mean(() => gaussian(random) ** 2) - 1) < 0.05);
  assert.ok(Math.abs(mean(() => poisson(random, 3)) - 3) < 0.1);
  assert.ok(Math.abs(mean(() => poisson(random, 50)) - 50) < 0.3);
});

test('a week of use comes near its mean; a school rests on Sunday and nobody irrigates at night', () => {
  const week = (kind: 'household' | 'school' | 'farm', day: number, hours: number[]): number => {
    const random = createRandom(5, kind);
    let litres = 0;
    for (const hour of hours) {
      litres += drawLitres(kind, 5000, MONDAY + day * 24 * HOUR + hour * HOUR, 60, random);
    }
    return litres;
  };
  const wholeDay = Array.from({ length: 24 }, (_, hour) => hour);
  for (const kind of ['household', 'school', 'farm'] as const) {
    const monday = week(kind, 0, wholeDay);
    assert.ok(monday > 3000 && monday < 7000, `${kind} ${monday}`);
  }
  assert.ok(week('school', 6, wholeDay) < 600);
  assert.equal(week('farm', 0, [0, 1, 2, 3]), 0);
});

test('Nairobi is three hours ahead and begins its Monday then', () => {
  assert.deepEqual(nairobiTime(MONDAY), { dayNumber: 20_759, weekday: 1, minuteOfDay: 0 });
  assert.equal(nairobiTime(MONDAY - 1).weekday, 0);
});

test('the mains come on planned days and hours only, and a float valve shuts them', () => {
  const mains = {
    weekdays: [1],
    hours: { from: 22 * 60, until: 23 * 60 },
    litresPerMinute: 10,
    reliability: 1,
    floatValveAt: 96,
  };
  const flow = (at: number, level = 50): number => mainsFlow(mains, at, level, 1);
  assert.ok(flow(MONDAY + 22 * HOUR) >= 7);
  assert.equal(flow(MONDAY + 22 * HOUR), flow(MONDAY + 22.9 * HOUR));
  assert.equal(flow(MONDAY + 23 * HOUR), 0);
  assert.equal(flow(MONDAY + 46 * HOUR), 0);
  assert.equal(flow(MONDAY + 22 * HOUR, 96), 0);
});

test('auto goes on with what it did between its marks; schedule keeps its window', () => {
  const pump = { litresPerMinute: 20, hours: { from: 300, until: 360 } };
  const auto = { mode: 'auto', turnOnBelow: 30, turnOffAbove: 80 } as const;
  const runs = (isRunning: boolean, level: number): boolean =>
    runsPump(auto, pump, isRunning, level, MONDAY);
  assert.deepEqual(
    [runs(false, 29), runs(false, 50), runs(true, 50), runs(true, 81)],
    [true, false, true, false],
  );
  const schedule = { ...auto, mode: 'schedule' } as const;
  assert.ok(runsPump(schedule, pump, false, 50, MONDAY + 5 * HOUR));
  assert.ok(!runsPump(schedule, pump, true, 50, MONDAY + 6 * HOUR));
});

test('afternoons are warmest, and a GPS fix is metres off, not kilometres', () => {
  const [town] = towns;
  assert.ok(town);
  assert.ok(airCelsius(town, MONDAY + 15 * HOUR) > airCelsius(town, MONDAY + 3 * HOUR) + 10);
  const random = createRandom(1, 'gps');
  for (let i = 0; i < 500; i += 1) {
    const fix = gpsFix(town, random);
    assert.ok(Math.abs(fix.latitude - town.latitude) * 111_320 < 30);
  }
});

test('MACs are locally administered and unique; a fleet is the beginning of a larger one', () => {
  const macs = Array.from({ length: 5000 }, (_, i) => macAddress(1, i));
  assert.equal(new Set(macs).size, 5000);
  for (const mac of macs) assert.match(mac, /^02(:[0-9A-F]{2}){5}$/);
  assert.notEqual(macAddress(2, 0), macs[0]);
  const fleet = { seed: 1, kind: 'mixed', sensor: 'usual', outages: true } as const;
  assert.deepEqual(planTank(fleet, 4), planTank(fleet, 4));
});

test('a network fails and heals, loses a few answers', () => {
  const network = new Network(3, 0);
  const hours = Array.from({ length: 60 * 24 * 12 }, (_, i) => network.isUp(i * 5 * 60_000));
  const down = hours.filter((isUp) => !isUp).length / hours.length;
  assert.ok(down > 0.01 && down < 0.2, `${down}`);
  assert.ok(network.outages > 20);
  const lost = Array.from({ length: 10_000 }, () => network.losesAnswer()).filter(Boolean).length;
  assert.ok(lost > 10 && lost < 150, `${lost}`);
});

test('a clock is off and drifts until it is set', () => {
  const clock = new DeviceClock(60_000, 100, 0);
  assert.equal(clock.read(10_000_000), 10_061_000);
  clock.setBy(10_000_000, 10_000_000);
  assert.equal(clock.read(10_000_000), 10_000_000);
});
