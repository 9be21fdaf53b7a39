import { hourOf } from '../../src/kit/time/hour.ts';
import { dayMs, hourMs, minuteMs } from '../../src/kit/time/units.ts';
import { historyOf, stateOf } from '../../src/water/insights/forecast/sensor-past.ts';
import { hoursAhead } from '../../src/water/insights/forecast/tank-times.ts';
import { forecastUse } from '../../src/water/insights/use/forecast-use.ts';
import { learnHabit } from '../../src/water/insights/use/use-habit.ts';
import { mapRange, type Range } from '../../src/water/insights/use/use-spread.ts';
import type { RefillRow } from '../../src/water/ledger/refill-row.ts';
import { unpackTracker } from '../../src/water/ledger/tracker-text.ts';
import { type Rollup, rollUpHour } from '../../src/water/record/rollups/rollup.ts';
import { median } from '../lib/figures.ts';
import type { TankTruth } from './tank-truth.ts';

/**
 * One forecast beside what came, in hours: of the fall to the level that the tank had when its next
 * refill began, or at the end of its course.
 */
export type JudgedForecast = {
  tank: TankTruth;
  askedAt: number;
  forecast: Range;
  /** Interval in which the level was first that low; any hour in it is right. */
  reached: number;
  held: number;
};

/** Share of the truth in the range of 10 % to 90 %, and the error of the middle. */
export type ForecastShares = {
  forecasts: number;
  inRange: number;
  /** Sooner than the range, and later. */
  sooner: number;
  later: number;
  /** Relative error of the middle: the median of its size, and of it with its sign. */
  medianError: number;
  medianBias: number;
};

const zone = 'Africa/Nairobi';
/** Asked every so often, so that over days every hour of the day has its turn. */
const everyMs = 5 * hourMs;
const firstAskMs = 3 * dayMs;
/** Percent of capacity: a fall that is lost in its noise cannot be judged. */
const leastFall = 2;

/**
 * Asks for a forecast again and again, when no refill is running and the next is not near.
 * @param leastHours to the next refill.
 */
export function judgeForecasts(tanks: readonly TankTruth[], leastHours = 24): JudgedForecast[] {
  return tanks.flatMap((tank) => judgeTank(tank, leastHours * hourMs));
}

export function sharesOf(judged: readonly JudgedForecast[]): ForecastShares {
  const share = (isSo: (each: JudgedForecast) => boolean) =>
    judged.filter(isSo).length / judged.length;
  const errors = judged.map((each) => each.forecast.middle / nearestTruth(each) - 1);
  const sooner = share(({ forecast, held }) => held < forecast.low);
  const later = share(({ forecast, reached }) => reached > forecast.high);
  return {
    forecasts: judged.length,
    inRange: 1 - sooner - later,
    sooner,
    later,
    medianError: median(errors.map(Math.abs)),
    medianBias: median(errors),
  };
}

function nearestTruth({ forecast, reached, held }: JudgedForecast): number {
  return Math.min(held, Math.max(reached, forecast.middle));
}

/** The ledger of a tank, as its server keeps it. */
type Ledger = { rollups: Rollup[]; refills: RefillRow[] };

function judgeTank(tank: TankTruth, leastMs: number): JudgedForecast[] {
  const { days, outage, refills, levelAt } = tank;
  const start = days[0]?.start ?? 0;
  const end = days.at(-1)?.end ?? 0;
  const ledger = keepLedger(tank);
  const judged: JudgedForecast[] = [];
  for (let now = start + firstAskMs; now < end; now += everyMs) {
    // Lost readings arrive late: until then nobody can know them.
    if (outage && now > outage.from && now < outage.arrivedAt) continue;
    if (refills.some((refill) => refill.begin <= now && refill.end + hourMs > now)) continue;
    const until = refills.find(({ begin }) => begin > now)?.begin ?? end;
    const floor = levelAt(until);
    if (until - now < leastMs || levelAt(now) - floor < leastFall) continue;
    const forecast = askForecast(ledger, now, floor);
    const reached = (whenAt(tank, now, until, floor) - now) / hourMs;
    judged.push({ tank, askedAt: now, forecast, reached, held: (until - now) / hourMs });
  }
  return judged;
}

/** Forecast of the time to a level at the end of an hour, in hours. */
function askForecast({ rollups, refills }: Ledger, now: number, floor: number): Range {
  const isKnown = ({ hour }: { hour: number }) => hour < hourOf(now);
  const rows = rollups.filter(isKnown);
  const state = stateOf(unpackTracker(rows.at(-1)?.tracker ?? ''));
  const past = { state, rows, refills: refills.filter(isKnown), capacity: null };
  const use = forecastUse(learnHabit(historyOf(past), zone), hoursAhead(state.at, zone), state.at);
  const range = use.timeToUse(state.level - floor, state.deviation);
  return mapRange(range, (ms) => Math.max(0, (state.at + ms - now) / hourMs));
}

function keepLedger({ readings }: TankTruth): Ledger {
  const rollups: Rollup[] = [];
  const refills: RefillRow[] = [];
  const sensor = { device_id: 1, sensor_no: 1, volume: null, source: 0 };
  const rows = readings
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, level }) => ({ ...sensor, recorded_at: at, level }));
  for (const own of Map.groupBy(rows, ({ recorded_at }) => hourOf(recorded_at)).values()) {
    const rolledUp = rollUpHour(own, rollups.at(-1)?.tracker);
    if (!rolledUp) continue;
    rollups.push(rolledUp.rollup);
    refills.push(...rolledUp.refills);
  }
  return { rollups, refills };
}

/** Minute at which a level that only falls was first as low. */
function whenAt({ levelAt }: TankTruth, from: number, until: number, level: number): number {
  let [low, high] = [from, until];
  while (high - low > minuteMs) {
    const half = (low + high) / 2;
    if (levelAt(half) > level + 0.001) low = half;
    else high = half;
  }
  return high;
}
