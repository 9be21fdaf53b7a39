import type { Selectable } from 'kysely';
import { readingFields } from '../../../db/tables/reading-fields.ts';
import type { HourlyRollupsTable, ReadingsTable } from '../../../db/tables/tank-tables.ts';
import { roundTo } from '../../../kit/round.ts';
import { hourOf } from '../../../kit/time/hour.ts';
import type { CorrectedStretch } from '../../ledger/corrected-stretch.ts';
import { isAlarmDoubted, zeroLevel } from '../../ledger/doubt.ts';
import { wholeNoise } from '../../ledger/level-noise.ts';
import { type RefillRow, toRefillRow } from '../../ledger/refill-row.ts';
import {
  followReading,
  type LedgerEntry,
  startTracker,
  type Tracker,
} from '../../ledger/tracker.ts';
import { packTracker, unpackTracker } from '../../ledger/tracker-text.ts';

export type Rollup = Selectable<HourlyRollupsTable>;
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
};

/**
 * The rollup of an hour that so far holds nothing.
 * @param before the tracker as the hour before left it; undefined where the sensor's life begins.
 */
export function openRollup(reading: MeasuredRow, before: string | undefined): Rollup {
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
    noise: 0,
    tracker: before ?? '',
  };
}

/**
 * Adds a reading that is later than all the rollup holds; `rollup` is changed in place.
 * @param corrected stretches in which nothing is to be booked.
 */
export function addToRollup(
  rollup: Rollup,
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
  if (rollup.tracker === '') {
    const tracker = startTracker(reading);
    noteTracker(rollup, tracker);
    // A device says 0 before it measures: its second reading tells whether the tank is empty.
    const isDoubted = level <= zeroLevel && reading.source === byDevice;
    return { belief: beliefOf(tracker, 'believed'), refills: [], isDoubted };
  }
  const tracker = unpackTracker(rollup.tracker);
  const entry = followReading(tracker, reading, corrected);
  addEntry(rollup, entry);
  noteTracker(rollup, tracker);
  const refills = entry.refill ? [toRefillRow(rollup, entry.refill)] : [];
  const isDoubted = isAlarmDoubted(tracker.filter, tracker.ratio);
  return { belief: beliefOf(tracker, entry.verdict), refills, isDoubted };
}

function addEntry(rollup: Rollup, { flow, isOfGap, verdict }: LedgerEntry): void {
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

function noteTracker(rollup: Rollup, tracker: Tracker): void {
  rollup.noise = deviationOf(tracker);
  rollup.tracker = packTracker(tracker);
}

const { good, suspect } = readingFields.quality.words;
const { device: byDevice } = readingFields.source.words;

function beliefOf(tracker: Tracker, verdict: LedgerEntry['verdict']): Belief {
  return {
    filtered_level: roundTo(tracker.filter.level, 3),
    noise: deviationOf(tracker),
    quality: verdict === 'refused' ? suspect : good,
  };
}

function deviationOf({ filter }: Tracker): number {
  return roundTo(Math.sqrt(wholeNoise(filter)), 3);
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
  const rollup = openRollup(first, before);
  const additions = readings.map((reading) => addToRollup(rollup, reading, corrected));
  return {
    rollup,
    beliefs: additions.map(({ belief }) => belief),
    refills: additions.flatMap(({ refills }) => refills),
  };
}
