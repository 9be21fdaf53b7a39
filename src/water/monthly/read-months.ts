import type { Database } from '../../db/database.ts';
import { sensorsHeard } from '../reports/days-heard.ts';
import { findSensorSpans, type SensorSpan } from '../sensors/queries.ts';
import { findLosses, type MonthlyDevice } from './queries.ts';
import { type RowFrame, readRow, unmeasuredRow } from './read-row.ts';
import type { MonthlyRow } from './schemas.ts';

/** Devices that are read side by side: storage is busy while the figures of another are made. */
const devicesAtOnce = 4;

/** Reads the rows of some devices, in their order, a few devices at once. */
export async function* readMonths(
  db: Database,
  devices: readonly MonthlyDevice[],
  frame: RowFrame,
): AsyncGenerator<MonthlyRow[]> {
  for (let at = 0; at < devices.length; at += devicesAtOnce) {
    frame.signal.throwIfAborted();
    const some = devices.slice(at, at + devicesAtOnce);
    yield (await Promise.all(some.map((device) => readDevice(db, device, frame)))).flat();
  }
}

async function readDevice(
  db: Database,
  device: MonthlyDevice,
  frame: RowFrame,
): Promise<MonthlyRow[]> {
  const time = { start: frame.month.start, end: frame.month.until };
  const sensors = await findSensorSpans(db.longRead, device.id, undefined);
  if (sensors.length === 0) return [unmeasuredRow(device, null, frame)];
  const isHeard = (sensor: SensorSpan) => sensorsHeard([sensor], time).length > 0;
  const losses = sensors.some(isHeard)
    ? await db.lateRead((late) => findLosses(late, { deviceId: device.id, ...time }), frame.signal)
    : [];
  const rows: MonthlyRow[] = [];
  for (const sensor of sensors) {
    rows.push(
      isHeard(sensor)
        ? await readRow(db, { device, sensor, losses }, frame)
        : unmeasuredRow(device, sensor.name, frame),
    );
  }
  return rows;
}
