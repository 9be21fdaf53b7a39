/** Checks of the truth: water balance, bounds, households that use what households use. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { bases } from './catalogue.ts';
import { DAY, DAY_MINUTES, MINUTE, weekdayOf } from './clock.ts';
import { type Minutes, play } from './premises.ts';
import { sites } from './sites.ts';
import { checkedWorlds, generate, worlds } from './worlds.ts';

const sum = (list: ArrayLike<number>) => Array.from(list).reduce((total, one) => total + one, 0);
const seeds = process.env['ALL_WORLDS'] ? [1, 2, 3] : [1];
const checkedBases = bases.filter((base) =>
  checkedWorlds.some((world) => world.base === base.name),
);
const each = (name: string, check: (minutes: Minutes, name: string) => void) =>
  test(name, () => {
    for (const [site, spec] of Object.entries(sites)) {
      for (const seed of seeds) check(play(spec, 28, `${site}:${seed}`), `${site}:${seed}`);
    }
  });

each('each minute balances to 1e-6 litres and the level stays within the tank', (minutes, name) => {
  let level = minutes.startLitres;
  for (let i = 0; i < minutes.level.length; i += 1) {
    const [used, filled, spilt] = [minutes.used[i], minutes.filled[i], minutes.spilt[i]] as [
      number,
      number,
      number,
    ];
    assert.ok(used >= 0 && filled >= 0 && spilt >= 0, name);
    level += filled - used - spilt;
    assert.ok(Math.abs(level - (minutes.level[i] as number)) < 1e-6, `${name} minute ${i}`);
    assert.ok(level >= -1e-6 && level <= minutes.capacity + 1e-6, `${name} level ${level}`);
    assert.ok(
      spilt === 0 || (minutes.level[i] as number) > minutes.capacity - 1e-6,
      `${name} spills below the brim`,
    );
    level = minutes.level[i] as number;
  }
});

each('flows are what pipes and pumps can do', (minutes, name) => {
  const most = Math.max(...minutes.used);
  assert.ok(most <= 260, `${name} draws ${most} l/min`);
  const inflow = Math.max(...minutes.filled);
  const bowser = sites[name.split(':')[0] as keyof typeof sites].inflows.some(
    (source) => source.type === 'bowser',
  );
  const rain = sites[name.split(':')[0] as keyof typeof sites].inflows.some(
    (source) => source.type === 'rain',
  );
  // A bowser gives 667 l/min; rain of 2 mm a minute on 450 m² 765 l/min; pumps and mains at most 110 l/min.
  assert.ok(inflow <= (bowser || rain ? 1500 : 110), `${name} fills ${inflow} l/min`);
});

test('days use what such premises use', () => {
  /** Litres a day, from and to, mean over 28 days. */
  const bounds: Partial<Record<keyof typeof sites, [number, number]>> = {
    house: [300, 600],
    houseTinyTank: [110, 280],
    largeHouse: [650, 1300],
    school: [1200, 2600],
    hotel: [3500, 8500],
    clinic: [1000, 2300],
    apartments: [2000, 4500],
    kiosk: [1800, 3600],
    farmTimer: [4500, 5700],
    farmLong: [6500, 9000],
  };
  for (const [site, [from, to]] of Object.entries(bounds)) {
    for (const seed of seeds) {
      const minutes = play(sites[site as keyof typeof sites], 28, `${site}:${seed}`);
      const use = sum(minutes.used) / 28;
      assert.ok(use >= from && use <= to, `${site}:${seed} uses ${use}`);
    }
  }
  for (const seed of seeds) assert.equal(sum(play(sites.idleHalf, 28, `idle:${seed}`).used), 0);
});

test('hotels are hardly ever quiet, schools are at weekends, houses are at night', () => {
  for (const seed of seeds) {
    const hotel = play(sites.hotel, 28, `hotel:${seed}`);
    let quiet = 0;
    for (let i = 0; i < hotel.used.length; i += 15)
      if (sum(hotel.used.subarray(i, i + 15)) < 1) quiet += 1;
    assert.ok(quiet / (hotel.used.length / 15) < 0.06, `quiet ${quiet}`);

    const school = play(sites.school, 28, `school:${seed}`);
    let weekend = 0;
    let week = 0;
    for (let day = 0; day < 28; day += 1) {
      const use = sum(school.used.subarray(day * DAY_MINUTES, (day + 1) * DAY_MINUTES));
      if ([0, 6].includes(weekdayOf(school.start + day * DAY))) weekend += use / 8;
      else week += use / 20;
    }
    assert.ok(weekend < 0.05 * week, `weekend ${weekend} of ${week}`);

    const house = play(sites.house, 28, `house:${seed}`);
    let night = 0;
    for (let day = 0; day < 28; day += 1)
      night += sum(house.used.subarray(day * DAY_MINUTES, day * DAY_MINUTES + 240));
    assert.ok(night < 0.06 * sum(house.used), `night ${night}`);
  }
});

test('a burst begins at its instant, and an empty tank gives nothing', () => {
  const minutes = play(sites.houseBurst, 28, 'burst:1');
  assert.ok(minutes.burst);
  const from = (minutes.burst.from - minutes.start) / MINUTE;
  const to = (minutes.burst.to - minutes.start) / MINUTE;
  assert.equal(sum(minutes.leaked.subarray(0, from)), 0);
  assert.ok((minutes.leaked[from] as number) > 18);
  assert.equal(sum(minutes.leaked.subarray(to)), 0);
  const dry = play(sites.houseNoInflow, 28, 'dry:1');
  assert.ok(Math.abs(sum(dry.used) - dry.startLitres) < 1e-6);
});

test('what `generate` sums up agrees with itself', () => {
  for (const base of checkedBases) {
    const world = worlds.find((one) => one.base === base.name);
    assert.ok(world);
    const made = generate(world, 4);
    assert.equal(made.truth.length, world.days * 96);
    assert.equal(made.useByDay.length, world.days);
    const used = sum(made.truth.map((quarter) => quarter.litresUsed));
    assert.ok(Math.abs(used - sum(made.useByDay.map((day) => day.litres))) < 1e-6);
    let level = made.startLitres;
    for (const quarter of made.truth) {
      level += quarter.litresFilled - quarter.litresUsed - quarter.litresSpilt;
      assert.ok(Math.abs(level - quarter.level) < 1e-6, world.name);
      level = quarter.level;
    }
    let before = 0;
    for (const refill of made.refills) {
      assert.ok(refill.from >= before && refill.to > refill.from, world.name);
      assert.ok(
        refill.rise >= 0.05 * world.capacityLitres && refill.litres >= refill.rise - 1e-6,
        world.name,
      );
      assert.ok(refill.peakAt >= refill.from && refill.peakAt <= refill.to, world.name);
      before = refill.to;
    }
    const idleSite = base.premises.users.type === 'idle' && !base.premises.leakLitresPerHour;
    assert.equal(used === 0, idleSite, world.name);
  }
});

test('worlds are unknowable where at least 60 % of the use is hidden, and nowhere else', () => {
  for (const base of checkedBases) {
    const world = worlds.find((one) => one.base === base.name);
    assert.ok(world);
    let used = 0;
    let hidden = 0;
    for (const seed of seeds) {
      const made = generate(world, seed);
      used += sum(made.useByDay.map((day) => day.litres));
      hidden += sum(made.hiddenByDay.map((day) => day.litres));
    }
    if (used === 0) continue;
    assert.equal(hidden / used >= 0.6, world.unknowable, `${world.name} hides ${hidden / used}`);
    if (!world.unknowable) assert.ok(hidden / used < 0.4, `${world.name} hides ${hidden / used}`);
  }
});

test('the same seed gives the same world, another gives another', () => {
  const digest = (world: (typeof worlds)[number], seed: number) =>
    createHash('sha256')
      .update(JSON.stringify(generate(world, seed)))
      .digest('hex');
  for (const world of checkedWorlds.filter((_, i) => i % 4 === 0)) {
    assert.equal(digest(world, 5), digest(world, 5), world.name);
    assert.notEqual(digest(world, 5), digest(world, 6), world.name);
  }
  assert.equal(new Set(worlds.map((world) => world.name)).size, worlds.length);
  assert.ok(worlds.length >= 80);
});
