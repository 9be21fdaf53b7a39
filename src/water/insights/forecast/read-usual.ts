import type { Database } from '../../../db/database.ts';
import { toIso } from '../../../kit/time/instant.ts';
import { findSensorSpans } from '../../sensors/queries.ts';
import { presentUsual } from './present-usual.ts';
import { type Asked, readPast, readState } from './read-past.ts';
import type { Usual, UsualOfSensor } from './schemas.ts';

/** What is usually used in each hour of the week, of each sensor that is asked about. */
export async function readUsual(db: Database, asked: Asked): Promise<Usual> {
  const { device, sensorName, timezone, now, signal } = asked;
  const sensors: UsualOfSensor[] = [];
  for (const { sensor_no, name } of await findSensorSpans(db.read, device.id, sensorName)) {
    const sensor = { deviceId: device.id, sensorNo: sensor_no, now, signal };
    const state = await readState(db, sensor);
    const past = state && (await readPast(db, sensor, state));
    sensors.push(past ? presentUsual(name, past, timezone) : nothing(name));
  }
  return { device_id: String(device.id), at: toIso(now), timezone, sensors };
}

function nothing(sensor_name: string): UsualOfSensor {
  const unknown = { since: null, daily_use: null, week: null } as const;
  return { sensor_name, unit: 'litre', ...unknown, reason: 'no_readings' };
}
