import { copyReadingValues } from '../../../db/tables/reading-fields.ts';
import { ask, type BatchWork, type SensorState } from '../batch-statements.ts';
import { StoredReadings } from '../stored-readings.ts';
import {
  findCorrected,
  hoursAtOnce,
  nothingRedone,
  redoHour,
  saveRedone,
  toHours,
} from './redo-hours.ts';
import type { ReadingRow, Rollup } from './rollup.ts';

/** Some hours of a sensor: of `[from, end)`, epoch milliseconds at the start of an hour. */
export type LedgerSpan = { deviceId: number; sensorName: string; from: number; end: number };

/**
 * Makes the ledger of a span anew from its readings and the tracker that the hour before it left:
 * rollups, refills, what is believed of readings, and the latest row where it is of this span.
 *
 * Where readings of an hour are gone, since they are not kept for so long, it stays as it is.
 * @returns how many hours were computed anew.
 */
export function* recomputeSpan(span: LedgerSpan): BatchWork<number> {
  const { deviceId, sensorName: name, from, end } = span;
  const [sensor] = yield* ask('findSensors', [{ deviceId, name }]);
  if (!sensor) return 0;
  const start = { device_id: deviceId, sensor_no: sensor.sensor_no, hour: from };
  const before = yield* ask('findRollupBefore', start);
  let tracker = before?.tracker;
  const rollups = yield* ask('findRollupsFrom', start, hoursAtOnce);
  const stored = new StoredReadings();
  const readings = yield* stored.findBetween(sensor, { from, end });
  const corrected = yield* findCorrected(start, before);
  const redone = nothingRedone();
  const isWithin = ({ hour }: Rollup) => hour < end;
  for (const each of toHours(rollups.filter(isWithin), readings)) {
    const { known } = each;
    const isComplete = each.readings.length >= (known?.count ?? 0);
    tracker = isComplete ? redoHour(redone, each, tracker, corrected) : known?.tracker;
  }
  yield* saveRedone(sensor, redone, stored);
  yield* stored.save();
  yield* restoreLatest(sensor, readings.at(-1));
  return redone.rollups.length;
}

/** The latest row of a sensor is its newest reading. */
function* restoreLatest(sensor: SensorState, reading: ReadingRow | undefined): BatchWork<void> {
  if (!reading || reading.recorded_at < (sensor.recorded_at ?? 0)) return;
  sensor.recorded_at = reading.recorded_at;
  copyReadingValues(reading, sensor);
  yield* ask('saveSensors', [sensor]);
}
