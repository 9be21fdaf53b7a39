import type { Selectable } from 'kysely';
import { readingFields } from '../../../db/tables/reading-fields.ts';
import type { HourlyRollupsTable, ReadingsTable } from '../../../db/tables/tank-tables.ts';
import { roundTo } from '../../../kit/round.ts';
import { hourOf } from '../../../kit/time/hour.ts';
import { isAlarmDoubted, isFallenWithoutWater } from '../../ledger/alerts-wait.ts';
import type { CorrectedStretch } from '../../ledger/corrected-stretch.ts';
import { zeroLevel } from '../../ledger/impossible-fall.ts';
import { wholeNoise } from '../../ledger/level-noise.ts';
import { type RefillRow, toRefillRow } from '../../ledger/refill-row.ts';
import {
  followReading,
  type LedgerEntry,
  startTracker,
  type Tracker,
} from '../../ledger/tracker.ts';
import { packTracker, roundTracker, unpackTracker } from '../../ledger/tracker-text.ts';

export type Rollup = Selectable<HourlyRollupsTable>;
/** A rollup to which readings are added; its tracker becomes a text when it is closed. */
export type OpenRollup = Omit<Rollup, 'tracker'> & {
  /** Undefined before the first reading of a sensor. */
  tracker: Tracker | undefined;
};
export type ReadingRow = Selectable<ReadingsTable>;
/** As much of a reading as a rollup is made of. */
export type MeasuredRow = Pick<
  ReadingRow,
  'device_id' | 'sensor_no' | 'recorded_at' | 'level' | 'volume' | 'source'
>;
/** What the ledger believes of a reading; not to be taken for what detectors find. */
export type Belief = Pick<ReadingRow, 'filtered_level' | 'noise' | 'quality'>;

/** What a reading adds to the rollup of its hour. */
export type Addition = {
  belief: Belief;
  refills: RefillRow[];
  /** See `isAlarmDoubted`. */
  isDoubted: boolean;
  /** True if the level moved with this reading, or has just before, but no water made it. */
  isNoWater: boolean;
};

/**
 * The rollup of an hour that so far holds nothing.
 * @param before the tracker as the hour before left it, which goes on here: that hour is to be closed by then;
 * undefined where the sensor's life begins.
 */
export function openRollup(reading: MeasuredRow, before: Tracker | undefined): OpenRollup {
  const { device_id, sensor_no, recorded_at, level, volume } = reading;
  return {
    device_id,
    sensor_no,
    hour: hourOf(recorded_at),
    count: 0,
    level_min: level,
    level_max: level,
    level_sum: 0,
    first_at: recorded_at,
    first_level: level,
    first_volume: volume,
    last_at: recorded_at,
    last_level: level,
    last_volume: volume,
    consumed_level: 0,
    refilled_level: 0,
    consumed_volume: 0,
    refilled_volume: 0,
    gap_level: 0,
    gap_volume: 0,
    suspects: 0,
    blind_ms: 0,
    noise: 0,
    tracker: before,
  };
}

/** Goes on with a rollup that is stored. */
export function reopenRollup(rollup: Rollup): OpenRollup {
  return { ...rollup, tracker: trackerOf(rollup.tracker) };
}

function trackerOf(text: string | undefined): Tracker | undefined {
  return text ? unpackTracker(text) : undefined;
}

/** The rollup as it is to be stored. */
export function closeRollup(rollup: OpenRollup): Rollup {
  return { ...rollup, tracker: rollup.tracker ? packTracker(rollup.tracker) : '' };
}

/**
 * Adds a reading that is later than all the rollup holds; `rollup` is changed in place.
 * @param corrected stretches in which nothing is to be booked.
 */
export function addToRollup(
  rollup: OpenRollup,
  reading: MeasuredRow,
  corrected: readonly CorrectedStretch[] = [],
): Addition {
  const { recorded_at, level, volume } = reading;
  rollup.count += 1;
  rollup.level_min = Math.min(rollup.level_min, level);
  rollup.level_max = Math.max(rollup.level_max, level);
  rollup.level_sum += level;
  rollup.last_at = recorded_at;
  rollup.last_level = level;
  rollup.last_volume = volume;
  const { tracker } = rollup;
  if (!tracker) {
    rollup.tracker = startTracker(reading);
    const first = settle(rollup, rollup.tracker, { verdict: 'believed' });
    // A device says 0 before it measures: its second reading tells whether the tank is empty.
    return { ...first, isDoubted: level <= zeroLevel && reading.source === byDevice };
  }
  const entry = followReading(tracker, reading, corrected);
  addEntry(rollup, entry);
  return settle(rollup, tracker, entry);
}

/** Says what follows from a reading, and rounds the tracker behind it. */
function settle(
  rollup: OpenRollup,
  tracker: Tracker,
  { verdict, refill, unexplained = 0 }: Pick<LedgerEntry, 'verdict'> & Partial<LedgerEntry>,
): Addition {
  const belief = beliefOf(tracker, verdict);
  rollup.noise = belief.noise;
  const refills = refill ? [toRefillRow(rollup, refill)] : [];
  const isDoubted = isAlarmDoubted(tracker.filter, tracker.ratio);
  const isNoWater = unexplained !== 0 || isFallenWithoutWater(tracker.filter, tracker.ratio);
  roundTracker(tracker);
  return { belief, refills, isDoubted, isNoWater };
}

function addEntry(rollup: OpenRollup, { flow, isOfGap, verdict, blindMs }: LedgerEntry): void {
  rollup.blind_ms += blindMs;
  rollup.consumed_level += flow.consumedLevel;
  rollup.refilled_level += flow.refilledLevel;
  rollup.consumed_volume += flow.consumedVolume;
  rollup.refilled_volume += flow.refilledVolume;
  if (isOfGap) {
    rollup.gap_level += flow.consumedLevel;
    rollup.gap_volume += flow.consumedVolume;
  }
  if (verdict === 'refused') rollup.suspects += 1;
}

const { good, suspect } = readingFields.quality.words;
const { device: byDevice } = readingFields.source.words;

function beliefOf({ filter }: Tracker, verdict: LedgerEntry['verdict']) {
  return {
    filtered_level: roundTo(filter.level, 3),
    noise: roundTo(Math.sqrt(wholeNoise(filter)), 3),
    quality: verdict === 'refused' ? suspect : good,
  } satisfies Belief;
}

/** An hour of a sensor, made from all its readings. */
export type RolledUpHour = {
  rollup: Rollup;
  /** Of each of the readings. */
  beliefs: Belief[];
  refills: RefillRow[];
};

/** Rolls up one hour, or part of one, from its readings in the order of time; undefined without any. */
export function rollUpHour(
  readings: readonly MeasuredRow[],
  before: string | undefined,
  corrected: readonly CorrectedStretch[] = [],
): RolledUpHour | undefined {
  const [first] = readings;
  if (!first) return undefined;
  const rollup = openRollup(first, trackerOf(before));
  const additions = readings.map((reading) => addToRollup(rollup, reading, corrected));
  return {
    rollup: closeRollup(rollup),
    beliefs: additions.map(({ belief }) => belief),
    refills: additions.flatMap(({ refills }) => refills),
  };
}
