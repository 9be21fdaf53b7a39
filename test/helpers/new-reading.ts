import { noReadingValues } from '../../src/db/tables/reading-fields.ts';
import { hourOf } from '../../src/kit/time/hour.ts';
import { deviceSource, type NewReading } from '../../src/water/record/reading.ts';
import { type ReadingRow, type Rollup, rollUpHour } from '../../src/water/record/rollups/rollup.ts';

/** A reading on its way in that says as little as one can, but for what is given. */
export function newReading(deviceId: number, given: Partial<NewReading>): NewReading {
  return {
    ...noReadingValues,
    deviceId,
    sensorName: 'main',
    recordedAt: null,
    level: 50,
    battery: null,
    signal: null,
    source: deviceSource,
    ...given,
  };
}

/** The rollups of a sensor's readings, which are in the order of time. */
export function rollUpInOrder(readings: ReadingRow[]): Rollup[] {
  const rollups: Rollup[] = [];
  for (const hour of Map.groupBy(readings, (row) => hourOf(row.recorded_at)).values()) {
    const rolledUp = rollUpHour(hour, rollups.at(-1)?.tracker);
    if (rolledUp) rollups.push(rolledUp.rollup);
  }
  return rollups;
}
