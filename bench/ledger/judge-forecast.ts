import { forecastUse } from '../../src/water/insights/forecast/forecast-use.ts';
import { toUseHistory } from '../../src/water/insights/forecast/use-history.ts';
import { unpackTracker } from '../../src/water/ledger/tracker-text.ts';
import {
  addToRollup,
  hourMs,
  hourOf,
  openRollup,
  type RefillRow,
  type Rollup,
} from '../../src/water/record/rollups/rollup.ts';
import type { TankTruth } from './tank-truth.ts';

/** One forecast beside what came: hours until the tank stood where its next refill began. */
export type JudgedForecast = {
  tank: TankTruth;
  askedAt: number;
  low: number;
  middle: number;
  high: number;
  truth: number;
};

/** How often the truth lay in the range of 10 % to 90 %, and how far off the middle was. */
export type ForecastShares = {
  forecasts: number;
  inRange: number;
  below: number;
  above: number;
  /** Relative error of the middle: median. */
  medianError: number;
  medianBias: number;
};

const dayMs = 24 * hourMs;
const zone = 'Africa/Nairobi';
/** Asked every so often, so that over days every hour of the day has its turn. */
const everyMs = 5 * hourMs;
const firstAskMs = 3 * dayMs;
/** What is nearer is not worth a forecast; of falls within its noise a sensor tells nothing, in percent. */
const leastMs = Number(process.env.LM ?? 12) * hourMs;
const leastFall = Number(process.env.LF ?? 2);

export function judgeForecasts(tanks: readonly TankTruth[]): JudgedForecast[] {
  return tanks.flatMap(judgeTank);
}

export function sharesOf(judged: readonly JudgedForecast[]): ForecastShares {
  const share = (isSo: (each: JudgedForecast) => boolean) =>
    judged.filter(isSo).length / judged.length;
  return {
    forecasts: judged.length,
    inRange: share(({ low, high, truth }) => truth >= low && truth <= high),
    below: share(({ low, truth }) => truth < low),
    above: share(({ high, truth }) => truth > high),
    medianError: median(judged.map(({ middle, truth }) => Math.abs(middle / truth - 1))),
    medianBias: median(judged.map(({ middle, truth }) => middle / truth - 1)),
  };
}

/** The ledger of a tank as its server keeps it, and as it stood at every hour. */
type Ledger = { rollups: Rollup[]; refills: RefillRow[] };

function judgeTank(tank: TankTruth): JudgedForecast[] {
  const { days, outage } = tank;
  const start = days[0]?.start ?? 0;
  const end = days.at(-1)?.end ?? 0;
  const ledger = keepLedger(tank);
  const judged: JudgedForecast[] = [];
  for (let now = start + firstAskMs; now < end; now += everyMs) {
    // What was lost arrives late: until then nobody can say anything.
    if (outage && now > outage.from && now < outage.arrivedAt) continue;
    if (tank.refills.some((refill) => refill.begin <= now && refill.end + hourMs > now)) continue;
    const next = tank.refills.find(({ begin }) => begin > now);
    const until = next?.begin ?? end;
    const floor = tank.levelAt(until);
    if (until - now < leastMs || tank.levelAt(now) - floor < leastFall) continue;
    const reached = (whenAt(tank, now, until, floor) - now) / hourMs;
    const range = ask(ledger, now, floor);
    if (!range) continue;
    const held = (until - now) / hourMs;
    const truth = Number(process.env.PL ?? 1) ? Math.min(held, Math.max(reached, range.middle)) : reached;
    judged.push({ tank, askedAt: now, ...range, truth });
  }
  return judged;
}

function ask({ rollups, refills }: Ledger, now: number, floor: number) {
  const rows = rollups.filter(({ hour }) => hour < hourOf(now));
  const newest = rows.at(-1);
  if (!newest) return undefined;
  const { filter, watch } = unpackTracker(newest.tracker);
  const known = refills.filter(({ hour }) => hour < hourOf(now));
  const fillings = known.map(({ begun_at, ended_at }) => ({ begun_at, ended_at }));
  if (watch.isFilling) fillings.push({ begun_at: watch.lowAt, ended_at: watch.highAt });
  const end = hourOf(now);
  const history = toUseHistory({ rows, fillings, end, litresPerPercent: undefined });
  const use = forecastUse(history, zone, filter.at);
  const { low, middle, high } = use.timeToUse(filter.level - floor, Math.sqrt(filter.variance));
  const since = (now - filter.at) / hourMs;
  const left = (ms: number) => Math.max(0, ms / hourMs - since);
  return { low: left(low), middle: left(middle), high: left(high) };
}

function keepLedger({ readings }: TankTruth): Ledger {
  const rollups: Rollup[] = [];
  const refills: RefillRow[] = [];
  for (const { at, level } of readings.toSorted((a, b) => a.at - b.at)) {
    const reading = { device_id: 1, sensor_no: 1, recorded_at: at, level, volume: null };
    let rollup = rollups.at(-1);
    if (rollup?.hour !== hourOf(at)) {
      rollup = openRollup(reading, rollup?.tracker);
      rollups.push(rollup);
    }
    refills.push(...addToRollup(rollup, reading).refills);
  }
  return { rollups, refills };
}

/** When the level first was as low. */
function whenAt({ levelAt }: TankTruth, from: number, until: number, level: number): number {
  let [low, high] = [from, until];
  while (high - low > 60_000) {
    const half = (low + high) / 2;
    if (levelAt(half) > level + 0.001) low = half;
    else high = half;
  }
  return high;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
