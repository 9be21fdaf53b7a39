import type { Database } from '../../../db/database.ts';
import { hourOf } from '../../../kit/time/hour.ts';
import { hourMs } from '../../../kit/time/units.ts';
import { readReadings } from '../../readings/read-readings.ts';

type Sensor = { device_id: number; sensor_no: number };
type Stretch = { begun_at: number; ended_at: number };

/**
 * Whether the ledger can be made anew in a stretch: whether the readings are stored that its hours count, and
 * those of the hour behind it, in which is booked what came and went since the last reading of the stretch.
 */
export async function hasItsReadings(
  db: Database,
  { device_id, sensor_no }: Sensor,
  { begun_at, ended_at }: Stretch,
): Promise<boolean> {
  const from = hourOf(begun_at);
  // Before the readings: of those that come meanwhile there are more than are counted, not fewer.
  const hours = await findHours(db, { device_id, sensor_no }, { from, end: hourOf(ended_at) });
  const end = (hours.at(-1)?.hour ?? from) + hourMs;
  const stored = new Map<number, number>();
  const asked = { deviceId: device_id, sensorNo: sensor_no, from, end };
  for await (const page of readReadings(db, asked, ['recorded_at'])) {
    for (const { recorded_at } of page) {
      const hour = hourOf(recorded_at);
      stored.set(hour, (stored.get(hour) ?? 0) + 1);
    }
  }
  return hours.every(({ hour, count }) => (stored.get(hour) ?? 0) >= count);
}

/** Finds the hours of a sensor that begin in `[from, end]`, and the one behind them. */
async function findHours(
  { longRead }: Database,
  { device_id, sensor_no }: Sensor,
  { from, end }: { from: number; end: number },
): Promise<{ hour: number; count: number }[]> {
  const ofSensor = longRead
    .selectFrom('hourly_rollups')
    .select(['hour', 'count'])
    .where('device_id', '=', device_id)
    .where('sensor_no', '=', sensor_no)
    .orderBy('hour');
  const within = await ofSensor.where('hour', '>=', from).where('hour', '<=', end).execute();
  const behind = await ofSensor.where('hour', '>', end).limit(1).execute();
  return [...within, ...behind];
}
