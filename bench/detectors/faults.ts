import { day, hour } from '../ledger/clock.ts';
import { between, chance, normal, type Random } from '../ledger/random.ts';
import type { Reading } from '../ledger/sensor.ts';
import type { TankTruth } from '../ledger/tank-truth.ts';

/** Faults of a sensor, and the kind of incident that should be raised; null for none. */
export const faults = {
  none: null,
  stuck: 'stuck',
  'fallen, reads less': 'jump',
  'fallen, reads more': 'jump',
  'noise x 5': 'noise',
  spikes: null,
} as const;
export type Fault = keyof typeof faults;

/** A fault from its begin to its end, epoch milliseconds. */
export type Course = { readings: Reading[]; from: number; until: number };

/** Longest duration of a fault. */
const lastsMs = 9 * day;
/** Share of readings that are lost echoes, of a sensor with spikes. */
const spikes = 0.01;

/**
 * Readings of the tank's device with a faulty sensor, from the tenth day or later; undefined where the tank
 * is never in a state that the fault needs.
 */
export function injectFault(tank: TankTruth, fault: Fault, random: Random): Course | undefined {
  const readings = tank.readings.toSorted((a, b) => a.at - b.at);
  const start = readings[0]?.at ?? 0;
  const earliest = start + between(random, 10, 14) * day;
  const [low, high] = standOf(fault);
  // Not while it is being filled, which no fault waits for.
  const stands = ({ at }: Reading) => {
    const level = tank.levelAt(at);
    return level >= low && level <= high && Math.abs(level - tank.levelAt(at - hour)) < 3;
  };
  const first = readings.find((reading) => reading.at >= earliest && stands(reading));
  if (!first) return undefined;
  const { at: from, level } = first;
  const until = from + lastsMs;
  const shift = between(random, 35, 50) * (fault === 'fallen, reads less' ? -1 : 1);
  const change = (reading: Reading): number => {
    if (fault === 'stuck') return level;
    if (fault === 'noise x 5') return reading.level + wider(tank.noise) * normal(random);
    if (fault === 'spikes') return chance(random, spikes) ? 100 * random() : reading.level;
    return reading.level + shift;
  };
  const isFaulty = ({ at }: Reading) => at >= from && at < until && fault !== 'none';
  return {
    readings: readings.map((reading) =>
      isFaulty(reading) ? { at: reading.at, level: written(change(reading)) } : reading,
    ),
    from,
    until,
  };
}

/** Between which levels a tank stands when the fault begins. */
function standOf(fault: Fault): [low: number, high: number] {
  if (fault === 'fallen, reads less') return [55, 90];
  if (fault === 'fallen, reads more') return [10, 45];
  return fault === 'stuck' ? [10, 90] : [0, 100];
}

/** Noise to add to a sensor's own, or to 0.3 % where it has none, to be five times as much. */
function wider(noise: number): number {
  return Math.sqrt(24) * Math.max(0.3, noise);
}

function written(level: number): number {
  return Math.round(Math.min(100, Math.max(0, level)) * 100) / 100;
}
