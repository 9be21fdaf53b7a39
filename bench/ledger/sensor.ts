import { roundTo2 } from '../../src/kit/round.ts';
import { day, hour, minute, step } from './clock.ts';
import { between, chance, normal, type Random } from './random.ts';
import { type Course, levelOf } from './simulate.ts';

/** Form in which the device writes a level. */
export type Resolution = 'hundredths' | 'floor' | 'round' | 'centimetres';

export type Reading = { at: number; level: number };

export type Sensor = {
  /** Standard deviation in percent of capacity over still water. */
  noise: number;
  intervalMs: number;
  resolution: Resolution;
  /** Set if one reading in a thousand is a lost echo. */
  hasSpikes: boolean;
  /** Set if readings are lost several at a time rather than each by itself. */
  losesInBursts: boolean;
};

/** A day that was lost on the air: what was read from `from` to `to` arrived at `arrivedAt`. */
export type Outage = { from: number; to: number; arrivedAt: number };

/** Share of readings that never arrive. */
const lost = 0.02;
/** Mean length of a burst of lost readings: a quarter of an hour, or two readings if that is longer. */
const burst = (intervalMs: number) => Math.max(2, (15 * minute) / intervalMs);

/** Readings of the device, in order of time: every level noisy, rounded and within 0 to 100. */
export function measure(random: Random, sensor: Sensor, course: Course, start: number): Reading[] {
  const { intervalMs, noise } = sensor;
  const levelAt = levelOf(course, start);
  const write = writer(sensor.resolution, random);
  /** Water that falls in makes waves: two to three times the noise of still water. */
  const ripple = between(random, 2, 3);
  const losesNext = loss(random, sensor);
  const end = start + course.ruffled.length * step;
  const readings: Reading[] = [];
  let spikesLeft = 0;
  for (let due = start + random() * intervalMs; due < end; due += intervalMs) {
    const at = Math.round(due + Math.max(-15_000, Math.min(15_000, 4000 * normal(random))));
    const isLost = losesNext();
    if (at < start || at >= end || isLost) continue;
    // Now and then two in a row.
    if (spikesLeft === 0 && sensor.hasSpikes && chance(random, 0.001 / 1.15)) {
      spikesLeft = chance(random, 0.15) ? 2 : 1;
    }
    if (spikesLeft > 0) {
      spikesLeft -= 1;
      readings.push({ at, level: write(lostEcho(random)) });
      continue;
    }
    const isRuffled = course.ruffled[Math.floor((at - start) / step)] === 1;
    const sigma = noise * (isRuffled ? ripple : 1);
    readings.push({ at, level: write(levelAt(at) + sigma * normal(random)) });
  }
  return readings;
}

/** The sensor sees the bottom, its own face, or something in between. */
function lostEcho(random: Random): number {
  const kind = random();
  if (kind < 0.4) return 0;
  return kind < 0.7 ? 100 : between(random, 0, 100);
}

/** Two states for bursts (Gilbert 1960), whose long-run share of loss is that of single losses. */
function loss(random: Random, { losesInBursts, intervalMs }: Sensor): () => boolean {
  if (!losesInBursts) return () => chance(random, lost);
  const ends = 1 / burst(intervalMs);
  const begins = (ends * lost) / (1 - lost);
  let isLosing = false;
  return () => {
    isLosing = chance(random, isLosing ? 1 - ends : begins);
    return isLosing;
  };
}

/** Two decimals for most; whole centimetres are of a tank of 1.5 to 3 metres, sent as percent. */
function writer(resolution: Resolution, random: Random): (level: number) => number {
  const height = Math.round(between(random, 150, 300));
  return (level) => {
    const clamped = Math.min(100, Math.max(0, level));
    if (resolution === 'floor') return Math.floor(clamped);
    if (resolution === 'round') return Math.round(clamped);
    if (resolution === 'hundredths') return roundTo2(clamped);
    return roundTo2((Math.round((clamped / 100) * height) / height) * 100);
  };
}

/** One day of the course, not one of its first three; none when the course ends before it is over. */
export function drawOutage(random: Random, start: number, days: number): Outage | undefined {
  if (days < 6) return undefined;
  // At least two days follow, so that it arrives within the course, and newer readings after it.
  const lostDay = 3 + Math.floor(random() * (days - 5));
  const to = start + (lostDay + 1) * day;
  return { from: to - day, to, arrivedAt: to + between(random, 6, 30) * hour };
}

/** Readings in the order in which they arrive: those of the outage as one block after newer ones. */
export function inOrderOfArrival(readings: Reading[], outage: Outage | undefined): Reading[] {
  if (outage === undefined) return readings;
  const { from, to, arrivedAt } = outage;
  return [
    ...readings.filter(({ at }) => at < from),
    ...readings.filter(({ at }) => at >= to && at < arrivedAt),
    ...readings.filter(({ at }) => at >= from && at < to),
    ...readings.filter(({ at }) => at >= arrivedAt),
  ];
}
