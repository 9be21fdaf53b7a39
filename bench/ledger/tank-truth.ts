import { day, minute, step } from './clock.ts';
import { drawDemand } from './demand.ts';
import { drawPremises, type Premises } from './premises.ts';
import { between, betweenRatios, createRandom, deal, type Random } from './random.ts';
import {
  drawOutage,
  inOrderOfArrival,
  measure,
  type Outage,
  type Reading,
  type Resolution,
} from './sensor.ts';
import { levelOf, simulate, type TrueDay, type TrueRefill } from './simulate.ts';
import { createPump } from './supply/pump.ts';
import { createRation } from './supply/ration.ts';
import type { SupplyKind } from './supply/supply.ts';
import { createTanker, leastTank } from './supply/tanker.ts';

/** A water tank of which everything is known, and what its device sends. */
export type TankTruth = {
  name: string;
  seed: number;
  /** Which tank of that seed. */
  index: number;
  /** Litres. */
  capacity: number;
  supply: SupplyKind;
  /** Standard deviation of the sensor in percent of capacity, away from ripples: 0, 0.3 or 1. */
  noise: number;
  intervalMs: number;
  resolution: Resolution;
  hasSpikes: boolean;
  losesInBursts: boolean;
  /** Users of the tank, and their number. */
  premises: Premises['kind'];
  people: number;
  /** In the order in which they arrive; `at` in epoch milliseconds, `level` in percent. */
  readings: Reading[];
  /** The day that arrived late as one block; undefined in a course of less than six days. */
  outage: Outage | undefined;
  days: TrueDay[];
  refills: TrueRefill[];
  /** Percent of capacity a day that runs away without end: 0 for most. */
  leak: number;
  /** The instant from which it leaks. */
  leakFrom: number | undefined;
  /** True percent at any instant of the course, good to 0.00001. */
  levelAt: (at: number) => number;
};

export type TanksOptions = {
  seed: number;
  tanks: number;
  days: number;
  /** Epoch milliseconds at which the first day begins. */
  start: number;
  /** Share of tanks with a leak, which starts after the tenth day; 0 unless stated. */
  leaks?: number;
};

export type TankOptions = Omit<TanksOptions, 'tanks'> & { index: number };

type Combination = { supply: SupplyKind; noise: number; intervalMs: number };

/** All 27, dealt out in full before any comes again: every 60 tanks in a row have each twice or more. */
export const combinations: Combination[] = (['pump', 'ration', 'tanker'] as const).flatMap(
  (supply) =>
    [0, 0.3, 1].flatMap((noise) =>
      [1, 5, 15].map((minutes) => ({ supply, noise, intervalMs: minutes * minute })),
    ),
);

/** One device in six writes whole percents, one in eight whole centimetres. */
const resolutions: Resolution[] = [
  ...(['floor', 'round', 'floor', 'round'] as const),
  ...(['centimetres', 'centimetres', 'centimetres'] as const),
  ...Array.from({ length: 17 }, () => 'hundredths' as const),
];

/** One tank in five is of a shop or a school. */
const kinds: Premises['kind'][] = [
  ...Array.from({ length: 8 }, () => 'household' as const),
  ...(['shop', 'school'] as const),
];

/** Litres of plastic tanks on sale in Kenya. */
const capacities = [
  ...[1000, 1500, 2000, 2300, 3000, 4000, 5000, 6000, 8000, 10_000, 16_000, 24_000],
];

/** Share of the tank that an average day takes, at least and at most; wash days take more. */
const shares: Record<SupplyKind, [low: number, high: number]> = {
  pump: [0.05, 0.28],
  ration: [0.06, 0.26],
  tanker: [0.06, 0.2],
};

const suppliers = { pump: createPump, ration: createRation, tanker: createTanker };

/** Percent of capacity that a leak takes in a day. */
const leakPercentADay = 2;

export function generateTanks(options: TanksOptions): TankTruth[] {
  return Array.from({ length: options.tanks }, (_, index) => generateTank({ ...options, index }));
}

/** The tank that `generateTanks` would give at `index`, without those before it. */
export function generateTank(options: TankOptions): TankTruth {
  const { seed, index, days, start } = options;
  const { supply, noise, intervalMs } = deal('combination', seed, index, combinations);
  const stream = (name: string) => createRandom(seed, index, name);
  const building = stream('building');
  const { premises, capacity } = drawTank(building, supply, deal('kind', seed, index, kinds));
  const leakFrom = drawLeak(stream('leak'), options);
  const leak = leakFrom === undefined ? 0 : leakPercentADay;
  const { litresADay } = premises;
  const course = simulate({
    start,
    days,
    capacity,
    startLevel: between(building, 40, 90),
    outlet: between(building, 0, 3),
    demand: drawDemand(stream('demand'), premises, { start, steps: (days * day) / step }),
    supply: suppliers[supply]({ random: stream('supply'), capacity, litresADay, start }),
    leak: { percentADay: leak, from: leakFrom ?? Number.POSITIVE_INFINITY },
  });
  const sensor = {
    noise,
    intervalMs,
    resolution: deal('resolution', seed, index, resolutions),
    hasSpikes: deal('spikes', seed, index, [true, false, false]),
    losesInBursts: deal('bursts', seed, index, [true, false, false]),
  };
  const outage = drawOutage(stream('outage'), start, days);
  const measured = measure(stream('sensor'), sensor, course, start);
  const every = `every ${intervalMs / minute} min`;
  return {
    name: `tank ${index}: ${supply}, noise ${noise}, ${every}, ${premises.kind}, ${capacity} l`,
    seed,
    index,
    capacity,
    supply,
    ...sensor,
    premises: premises.kind,
    people: premises.people,
    outage,
    leak,
    leakFrom,
    readings: inOrderOfArrival(measured, outage),
    days: course.days,
    refills: course.refills,
    levelAt: levelOf(course, start),
  };
}

/** Premises, and of the tanks on sale the nearest to one of which a day takes the share drawn. */
export function drawTank(
  random: Random,
  supply: SupplyKind,
  kind: Premises['kind'],
): { premises: Premises; capacity: number } {
  const [low, high] = shares[supply];
  const least = supply === 'tanker' ? leastTank : 0;
  let premises = drawPremises(random, kind);
  while (premises.litresADay < least * low) premises = drawPremises(random, kind);
  const wanted = premises.litresADay / betweenRatios(random, low, high);
  const distance = (capacity: number) => Math.abs(Math.log(capacity / wanted));
  const [capacity] = capacities
    .filter((litres) => litres >= least)
    .sort((one, other) => distance(one) - distance(other));
  if (capacity === undefined) throw new Error('No tank is large enough');
  return { premises, capacity };
}

/** An instant after the tenth day and, in a course long enough, at least five days before its end. */
function drawLeak(random: Random, options: TankOptions): number | undefined {
  const { leaks = 0, days, index, start, seed } = options;
  // Evenly spread over the tanks: one more whenever the sum of shares passes a whole number.
  const offset = createRandom(seed, 'leaks')();
  const isLeaking = Math.floor((index + 1) * leaks + offset) > Math.floor(index * leaks + offset);
  if (!isLeaking || days <= 10) return undefined;
  return start + Math.floor(between(random, 10, Math.max(days - 5, Math.min(days, 11))) * day);
}
