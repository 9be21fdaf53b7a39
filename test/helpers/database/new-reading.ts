import { noReadingValues } from '../../../src/db/tables/reading-fields.ts';
import { hourOf } from '../../../src/kit/time/hour.ts';
import { deviceSource, type NewReading } from '../../../src/water/record/reading.ts';
import {
  type ReadingRow,
  type RolledUpHour,
  rollUpHour,
} from '../../../src/water/record/rollups/rollup.ts';

/** A reading on its way in that says as little as one can, but for what is given. */
export function newReading(deviceId: number, given: Partial<NewReading>): NewReading {
  return {
    ...noReadingValues,
    deviceId,
    sensorName: 'main',
    recordedAt: null,
    level: 50,
    distance: null,
    battery: null,
    signal: null,
    source: deviceSource,
    ...given,
  };
}

/** The ledger of a sensor, hour by hour, from its readings in the order of time. */
export function rollUpInOrder(readings: ReadingRow[]): RolledUpHour[] {
  const hours: RolledUpHour[] = [];
  for (const rows of Map.groupBy(readings, (row) => hourOf(row.recorded_at)).values()) {
    const hour = rollUpHour(rows, hours.at(-1)?.rollup.tracker);
    if (hour) hours.push(hour);
  }
  return hours;
}
