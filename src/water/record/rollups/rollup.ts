import type { Selectable } from 'kysely';
import type { HourlyRollupsTable, ReadingsTable } from '../../../db/tables/tables.ts';
import { type ConsumptionState, followLevel, startConsumption } from '../../rules/consumption.ts';

export type Rollup = Selectable<HourlyRollupsTable>;
export type ReadingRow = Selectable<ReadingsTable>;
/** As much of a reading as a rollup is made of. */
export type MeasuredRow = Pick<
  ReadingRow,
  'device_id' | 'sensor_no' | 'recorded_at' | 'level' | 'volume'
>;

export const hourMs = 3_600_000;

export function hourOf(instant: number): number {
  return Math.floor(instant / hourMs) * hourMs;
}

/** The consumption tracker as a rollup leaves it to what comes after. */
export function trackerOf(
  rollup: Pick<Rollup, 'direction' | 'turn_level' | 'turn_volume'>,
): ConsumptionState {
  return {
    direction: rollup.direction,
    turnLevel: rollup.turn_level,
    turnVolume: rollup.turn_volume,
  };
}

/** The rollup of an hour that so far holds nothing but its first reading. */
export function openRollup(
  reading: MeasuredRow,
  before: ConsumptionState | undefined,
  deadBand: number,
): Rollup {
  const { device_id, sensor_no, recorded_at, level, volume } = reading;
  const tracker = before ?? startConsumption(level, volume);
  const rollup: Rollup = {
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
    direction: tracker.direction,
    turn_level: tracker.turnLevel,
    turn_volume: tracker.turnVolume,
  };
  addToRollup(rollup, reading, deadBand);
  return rollup;
}

/** Adds a reading that is later than all the rollup holds; `rollup` is changed in place. */
export function addToRollup(rollup: Rollup, reading: MeasuredRow, deadBand: number): void {
  const { recorded_at, level, volume } = reading;
  const tracker = trackerOf(rollup);
  const flow = followLevel(tracker, level, volume, deadBand);
  rollup.count += 1;
  rollup.level_min = Math.min(rollup.level_min, level);
  rollup.level_max = Math.max(rollup.level_max, level);
  rollup.level_sum += level;
  rollup.last_at = recorded_at;
  rollup.last_level = level;
  rollup.last_volume = volume;
  rollup.consumed_level += flow.consumedLevel;
  rollup.refilled_level += flow.refilledLevel;
  rollup.consumed_volume += flow.consumedVolume;
  rollup.refilled_volume += flow.refilledVolume;
  rollup.direction = tracker.direction;
  rollup.turn_level = tracker.turnLevel;
  rollup.turn_volume = tracker.turnVolume;
}

/** The rollup of one hour from all its readings in the order of time. */
export function rollUpHour(
  readings: readonly MeasuredRow[],
  before: ConsumptionState | undefined,
  deadBand: number,
): Rollup | undefined {
  const [first, ...rest] = readings;
  if (!first) return undefined;
  const rollup = openRollup(first, before, deadBand);
  for (const reading of rest) addToRollup(rollup, reading, deadBand);
  return rollup;
}

/**
 * Whether an hour stays within the dead band of the extreme that it starts from, so that it consumes
 * and refills nothing and leaves the tracker as it found it.
 */
export function isStill(rollup: Rollup, before: ConsumptionState, deadBand: number): boolean {
  const { direction, turnLevel, turnVolume } = before;
  if (turnVolume === null) return false;
  const rise = rollup.level_max - turnLevel;
  const fall = turnLevel - rollup.level_min;
  return rise <= (direction > 0 ? 0 : deadBand) && fall <= (direction < 0 ? 0 : deadBand);
}
