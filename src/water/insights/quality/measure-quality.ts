import { quantileOf } from '../../../kit/quantile.ts';
import { hourMs } from '../../../kit/time/units.ts';
import type { Filling } from '../../ledger/hidden-draw.ts';
import { measureDrift, measureNoise, type NightChange } from './noise-and-drift.ts';

export type QualityReading = {
  recorded_at: number;
  level: number;
  level_cm: number | null;
  temperature: number | null;
  filtered_level: number | null;
  isSuspect: boolean;
};

/** Percent of capacity, and centimetres where the sensor sends them. */
export type PercentAndCm = { percent: number; cm: number | null };

export type Measures = {
  intervalMs: number | null;
  gaps: { count: number; longestMs: number | null; totalMs: number; lastAt: number | null };
  noise: PercentAndCm | null;
  noiseFilling: PercentAndCm | null;
  step: PercentAndCm | null;
  drift: { percent: number; cm: number | null; degrees: number } | null;
  /** Share of suspect readings at levels above `nearSensor`, and among the others. */
  suspectShare: { high: number; low: number };
};

/** Percent from which the water is close to a sensor in the lid. */
export const nearSensor = 85;
/**
 * Readings below which a share is not significant: the first step of a new sensor is half of its readings.
 */
const fewest = 50;
/** Step in percent from which a sensor counts coarsely. */
const coarse = 0.25;

/**
 * Measures the quality of a sensor from its readings.
 * @param readings in the order of time.
 * @param refills times in which the tank was filled.
 * @param isNight true for instants at which it is night where the tank stands.
 */
export function measureQuality(
  readings: readonly QualityReading[],
  refills: readonly Filling[],
  isNight: (instant: number) => boolean,
): Measures {
  const intervals = readings.slice(1).map((each, at) => each.recorded_at - timeOf(readings[at]));
  const intervalMs = quantileOf(intervals, 0.5) ?? null;
  const leastGap = Math.max(hourMs, 3 * (intervalMs ?? 0));
  const silences = intervals.filter((each) => each > leastGap);
  const lastGap = intervals.findLastIndex((each) => each > leastGap);
  const good = readings.filter(({ isSuspect }) => !isSuspect);
  const cm = centimetresOfPercent(good);
  const inCm = (percent: number | undefined): PercentAndCm | null =>
    percent === undefined ? null : { percent, cm: cm === null ? null : percent * cm };
  const isFilling = ({ recorded_at }: QualityReading) =>
    refills.some(({ begun_at, ended_at }) => recorded_at >= begun_at && recorded_at <= ended_at);
  // Waves and jumps while a tank is being filled are no fault of its sensor.
  const still = readings.filter((each) => !isFilling(each));
  const runs = splitRuns(good, { isFilling, leastGap });
  const step = stepOf(readings.map(({ level }) => level));
  const changes = nightChanges(
    good.filter((each) => !isFilling(each) && isNight(each.recorded_at)),
  );
  const drift = measureDrift(changes);
  const temperatures = good.flatMap(({ temperature }) => temperature ?? []);
  return {
    intervalMs,
    gaps: {
      count: silences.length,
      longestMs: silences.length > 0 ? Math.max(...silences) : null,
      totalMs: silences.reduce((sum, each) => sum + each, 0),
      lastAt: lastGap < 0 ? null : timeOf(readings[lastGap + 1]),
    },
    noise: inCm(measureNoise(runs.still)),
    noiseFilling: inCm(measureNoise(runs.filling)),
    step: step !== undefined && step >= coarse ? inCm(step) : null,
    drift:
      drift === undefined
        ? null
        : {
            percent: drift,
            cm: cm === null ? null : drift * cm,
            degrees: (quantileOf(temperatures, 0.9) ?? 0) - (quantileOf(temperatures, 0.1) ?? 0),
          },
    suspectShare: {
      high: shareOfSuspects(still.filter((each) => believed(each) > nearSensor)),
      low: shareOfSuspects(still.filter((each) => believed(each) <= nearSensor)),
    },
  };
}

function timeOf(reading: QualityReading | undefined): number {
  return reading?.recorded_at ?? 0;
}

function believed({ filtered_level, level }: QualityReading): number {
  return filtered_level ?? level;
}

function shareOfSuspects(readings: readonly QualityReading[]): number {
  if (readings.length < fewest) return 0;
  return readings.filter(({ isSuspect }) => isSuspect).length / readings.length;
}

type Cut = { isFilling: (reading: QualityReading) => boolean; leastGap: number };

/** Splits readings into runs without gaps, of still water and of a tank that is being filled. */
function splitRuns(readings: readonly QualityReading[], { isFilling, leastGap }: Cut) {
  const runs: Record<'still' | 'filling', QualityReading[][]> = { still: [], filling: [] };
  let before: { kind: 'still' | 'filling'; at: number } | undefined;
  for (const reading of readings) {
    const kind = isFilling(reading) ? 'filling' : 'still';
    const goesOn = before?.kind === kind && reading.recorded_at - before.at <= leastGap;
    if (goesOn) runs[kind].at(-1)?.push(reading);
    else runs[kind].push([reading]);
    before = { kind, at: reading.recorded_at };
  }
  return runs;
}

/** Fits the centimetres of a percent, whether they are counted from the bottom or from the lid. */
function centimetresOfPercent(readings: readonly QualityReading[]): number | null {
  const measured = readings.flatMap(({ level, level_cm }) =>
    level_cm === null ? [] : [{ level, level_cm }],
  );
  const mean = measured.reduce((sum, { level }) => sum + level, 0) / measured.length;
  let together = 0;
  let variance = 0;
  for (const { level, level_cm } of measured) {
    together += (level - mean) * level_cm;
    variance += (level - mean) ** 2;
  }
  return variance > measured.length ? Math.abs(together / variance) : null;
}

/** Returns the distance that nine in ten neighbouring levels exceed. */
function stepOf(levels: readonly number[]): number | undefined {
  const sorted = [...new Set(levels)].sort((a, b) => a - b);
  const gaps = sorted.slice(1).map((level, at) => level - (sorted[at] ?? 0));
  return gaps.length < 5 ? undefined : quantileOf(gaps, 0.1);
}

function nightChanges(readings: readonly QualityReading[]): NightChange[] {
  const hours = [...Map.groupBy(readings, ({ recorded_at }) => Math.floor(recorded_at / hourMs))]
    .map(([hour, own]) => ({
      hour,
      level: meanOf(own.map(({ level }) => level)),
      temperature: meanOf(own.flatMap(({ temperature }) => temperature ?? [])),
    }))
    .filter(({ temperature }) => !Number.isNaN(temperature));
  return hours.slice(1).flatMap((each, at) => {
    const before = hours[at];
    if (before?.hour !== each.hour - 1) return [];
    return [{ degrees: each.temperature - before.temperature, percent: each.level - before.level }];
  });
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
