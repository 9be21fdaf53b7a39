/** Checks of what is reported: size and memory of the noise, steps, faults, and how boards send. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BoardSpec, send } from './boards.ts';
import { DAY, HOUR, MINUTE } from './clock.ts';
import { type Minutes, play } from './premises.ts';
import { chanceOf } from './random.ts';
import { heightCm, type SensorSpec, sensorOf } from './sensors.ts';
import { sites } from './sites.ts';
import { levelAt } from './truth.ts';
import { checkedWorlds, generate, type World } from './worlds.ts';

const DAYS = 42;
const still: Minutes = play(sites.idleHalf, DAYS, 'still');
const mean = (list: number[]) => list.reduce((total, one) => total + one, 0) / list.length;
const deviation = (list: number[]) => Math.sqrt(mean(list.map((one) => (one - mean0(list)) ** 2)));
const means = new Map<number[], number>();
function mean0(list: number[]): number {
  const known = means.get(list) ?? mean(list);
  means.set(list, known);
  return known;
}
function correlation(list: number[], lag: number): number {
  const m = mean0(list);
  let over = 0;
  for (let i = lag; i < list.length; i += 1)
    over += ((list[i] as number) - m) * ((list[i - lag] as number) - m);
  return over / (list.length - lag) / deviation(list) ** 2;
}
function readStill(spec: SensorSpec, sigma: number, everyMinutes: number): number[] {
  const sensor = sensorOf(spec, sigma, still, chanceOf('noise'));
  const list: number[] = [];
  for (let at = still.start; at < still.start + DAYS * DAY; at += everyMinutes * MINUTE)
    list.push(sensor.read(at));
  return list.slice(200);
}
const near = (value: number, wanted: number, within: number, what: string) =>
  assert.ok(Math.abs(value - wanted) <= within, `${what}: ${value}, wanted ${wanted} ± ${within}`);

test('white noise has the size it says and no memory', () => {
  for (const sigma of [0.3, 1]) {
    const list = readStill({}, sigma, 1);
    near(deviation(list), sigma, 0.02 * sigma, 'size');
    near(mean0(list), 55, 0.02, 'mean');
    for (const lag of [1, 2, 5]) near(correlation(list, lag), 0, 0.02, `lag ${lag}`);
  }
  near(deviation(readStill({}, 0, 1)), 0, 1e-9, 'none');
});

test('lasting noise has the size and the memory it says', () => {
  for (const tauMinutes of [1, 3, 10, 30]) {
    const list = readStill({ noise: { type: 'lasting', tauMinutes } }, 1, 1);
    near(deviation(list), 1, 0.08, `size at ${tauMinutes}`);
    for (const lag of [1, 5, 15]) {
      near(
        correlation(list, lag),
        Math.exp(-lag / tauMinutes),
        0.05,
        `tau ${tauMinutes} lag ${lag}`,
      );
    }
  }
});

test('averages, slow filters and held readings keep the size and have their own memory', () => {
  for (const samples of [5, 10]) {
    const list = readStill({ filter: { type: 'average', samples, everyMinutes: 1 } }, 1, 1);
    near(deviation(list), 1, 0.05, 'average');
    for (const lag of [1, 3, samples, samples + 3]) {
      near(
        correlation(list, lag),
        Math.max(0, 1 - lag / samples),
        0.05,
        `average ${samples} lag ${lag}`,
      );
    }
  }
  const slow = readStill({ filter: { type: 'exponential', tauMinutes: 8, everyMinutes: 1 } }, 1, 1);
  near(deviation(slow), 1, 0.06, 'slow');
  for (const lag of [1, 8])
    near(correlation(slow, lag), Math.exp(-lag / 8), 0.05, `slow lag ${lag}`);
  const held = readStill({ filter: { type: 'hold', minutes: 10 } }, 1, 1);
  near(deviation(held), 1, 0.05, 'held');
  for (let i = 0; i < held.length; i += 10) assert.equal(new Set(held.slice(i, i + 10)).size, 1);
  near(correlation(held, 10), 0, 0.05, 'held');
});

test('steps, drift, sticking, dead zones and zeros are what they say', () => {
  const half = readStill({ roundPercent: 0.5 }, 1, 5);
  assert.ok(half.every((percent) => Number.isInteger(percent * 2)));
  const height = heightCm(still.capacity);
  const cm = readStill({ roundCm: 1 }, 1, 5);
  assert.ok(
    cm.every(
      (percent) =>
        Math.abs(((percent * height) / 100) % 1) < 0.02 || ((percent * height) / 100) % 1 > 0.98,
    ),
  );
  const drift = readStill({ driftPercent: 1 }, 0, 15);
  assert.ok(Math.max(...drift) - 55 > 0.6 && Math.max(...drift) - 55 <= 1.2);
  near(
    readStill({ zeroRate: 0.01 }, 0.3, 1).filter((p) => p === 0).length / (DAYS * 1440),
    0.01,
    0.002,
    'zeros',
  );
  const halves = readStill({ everySecondZero: true }, 0.3, 5);
  assert.ok(halves.every((percent, i) => (percent === 0) === (i % 2 === 1)));
  const echoes = readStill({ falseEcho: { rate: 0.003, longest: 3 } }, 0, 5).filter(
    (p) => Math.abs(p - 55) > 9,
  );
  assert.ok(echoes.length > 20 && echoes.length < 150, `${echoes.length} echoes`);
  const full = play(sites.idleFull, 2, 'full');
  const top = (shows: 'full' | 'zero' | 'multiple') =>
    sensorOf(
      { deadZone: { blindCm: 22, headAboveFullCm: 6, shows } },
      0,
      full,
      chanceOf('top'),
    ).read(full.start);
  assert.equal(top('full'), 100);
  assert.equal(top('zero'), 0);
  assert.ok(top('multiple') < 97 && top('multiple') > 60, `${top('multiple')}`);
  const house = play(sites.house, 28, 'stick');
  const float = sensorOf({ stickPercent: 4 }, 0, house, chanceOf('float'));
  for (let at = house.start; at < house.start + 28 * DAY; at += 5 * MINUTE) {
    const error = float.read(at) - (100 * levelAt(house, at)) / house.capacity;
    assert.ok(Math.abs(error) <= 6.01, `${error}`);
  }
});

const sendStill = (spec: BoardSpec) =>
  send(
    spec,
    sensorOf({}, 0.3, still, chanceOf('s')),
    still.start,
    still.start + DAYS * DAY,
    chanceOf('b'),
  );
const five: BoardSpec['schedule'] = { type: 'every', minutes: 5, jitterSeconds: 20 };

test('boards lose, double, buffer and misdate what they say', () => {
  const due = DAYS * 288;
  near(sendStill({ schedule: five }).readings.length / due, 1, 0.005, 'all');
  near(sendStill({ schedule: five, lossRate: 0.2 }).readings.length / due, 0.8, 0.02, 'lost');
  for (const stamps of ['board', 'server'] as const) {
    const { readings } = sendStill({ schedule: five, doubledRate: 0.3, stamps });
    near(readings.length / due, 1.3, 0.02, 'doubled');
    const again = readings.filter((one, i) => i > 0 && one.at === readings[i - 1]?.at).length;
    near(again / due, stamps === 'board' ? 0.3 : 0, stamps === 'board' ? 0.02 : 0, 'same stamp');
    if (stamps === 'server') assert.ok(readings.every((one) => one.at === one.receivedAt));
  }
  const outages = { perWeek: 3, hoursFrom: 2, hoursTo: 12, buffered: true };
  const kept = sendStill({ schedule: five, outages }).readings;
  assert.ok(kept.length / due > 0.97 && kept.some((one) => one.receivedAt - one.at > HOUR));
  const gone = sendStill({ schedule: five, outages: { ...outages, buffered: false } }).readings;
  assert.ok(gone.length / due < 0.95 && gone.every((one) => one.receivedAt - one.at < MINUTE));
  const ahead = sendStill({ schedule: five, localAsUtc: true }).readings;
  near(mean(ahead.map((one) => one.at - one.receivedAt)) / HOUR, 3, 0.01, 'local time');
});

test('reports on change move by the step or come at the heartbeat', () => {
  const { readings } = sendStill({
    schedule: { type: 'change', percent: 1, checkMinutes: 1, heartbeatHours: 6 },
  });
  for (let i = 1; i < readings.length; i += 1) {
    const [before, now] = [readings[i - 1], readings[i]] as [
      { at: number; percent: number },
      { at: number; percent: number },
    ];
    assert.ok(
      Math.abs(now.percent - before.percent) >= 0.99 ||
        Math.abs(now.at - before.at - 6 * HOUR) < 2 * MINUTE,
    );
  }
});

test('each world reports within 0 to 100, in order of arrival, at about its beat', () => {
  for (const world of checkedWorlds) {
    const { readings, truth } = generate(world, 7);
    assert.ok(readings.length > 20, world.name);
    const start = (truth[0] as { from: number }).from;
    let before = 0;
    for (const { at, receivedAt, percent } of readings) {
      assert.ok(percent >= 0 && percent <= 100 && Number.isFinite(percent), world.name);
      assert.ok(
        receivedAt >= before && Number.isInteger(at) && Number.isInteger(receivedAt),
        world.name,
      );
      assert.ok(at - world.clockAheadMs <= receivedAt && receivedAt >= start, world.name);
      before = receivedAt;
    }
  }
});

test('plain worlds show the true level with the noise they say', () => {
  const plain = (world: World) =>
    // A board that reports on change picks out the largest deviations: its noise is larger than that of its samples.
    world.reportEveryMinutes !== null &&
    Object.keys(world.sensor).length === 0 &&
    world.board.stamps !== 'server' &&
    !world.name.startsWith('idle-full');
  for (const world of checkedWorlds.filter((one) => plain(one) && one.noise > 0)) {
    const made = generate(world, 8);
    const quarters = new Map(made.truth.map((quarter) => [quarter.at, quarter.level]));
    const errors: number[] = [];
    for (const { at, percent } of made.readings) {
      const time = at - world.clockAheadMs;
      const from = Math.floor(time / (15 * MINUTE)) * 15 * MINUTE;
      const [low, high] = [quarters.get(from), quarters.get(from + 15 * MINUTE)];
      if (
        low === undefined ||
        high === undefined ||
        Math.abs(high - low) > 0.002 * world.capacityLitres
      )
        continue;
      const level = low + ((high - low) * (time - from)) / (15 * MINUTE);
      const truth = (100 * level) / world.capacityLitres;
      if (truth > 4 && truth < 96) errors.push(percent - truth);
    }
    if (errors.length < 300) continue;
    near(
      mean(errors),
      0,
      (4 * world.noise) / Math.sqrt(errors.length) + 0.02,
      `${world.name} bias`,
    );
    near(deviation(errors), world.noise, 0.12 * world.noise + 0.03, `${world.name} size`);
  }
});
