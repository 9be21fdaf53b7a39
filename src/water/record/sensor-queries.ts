import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { tooManySensors } from '../sensor-limit.ts';
import { knownSensors, lastSensorNo } from './sensor-sql.ts';

/** The recorder's tables as others may use them, in a transaction that holds the device. */

export async function findSensorNo(
  db: Db,
  deviceId: number,
  name: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('sensors')
    .select('sensor_no')
    .where('device_id', '=', deviceId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.sensor_no;
}

/** The name of the sensor that a device had first; undefined where it has none. */
export async function findFirstSensor(db: Db, deviceId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('sensors')
    .select('name')
    .where('device_id', '=', deviceId)
    .orderBy('sensor_no')
    .limit(1)
    .executeTakeFirst();
  return row?.name;
}

/** What a sensor measured last, and when; undefined where it has no reading. */
export async function findLatestHeight(
  db: Db,
  deviceId: number,
  name: string,
): Promise<{ level_cm: number | null; recorded_at: number } | undefined> {
  const row = await db
    .selectFrom('sensors')
    .select(['level_cm', 'recorded_at'])
    .where('device_id', '=', deviceId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.recorded_at == null ? undefined : { ...row, recorded_at: row.recorded_at };
}

/**
 * To be asked before a sensor is added or configured.
 * @throws ApiError 409 where it would be one more than the device may have.
 */
export async function requireRoomForSensor(
  db: Db,
  deviceId: number,
  name: string,
  sensorsPerDevice: number,
): Promise<void> {
  const config = await db
    .selectFrom('sensor_configs')
    .select('id')
    .where('device_id', '=', deviceId)
    .where('sensor_name', '=', name)
    .executeTakeFirst();
  if (config || (await findSensorNo(db, deviceId, name)) !== undefined) return;
  const known = await askOf(db, knownSensors, deviceId);
  if (known >= sensorsPerDevice) throw tooManySensors(sensorsPerDevice);
}

/** The number of the sensor that the device gets next. */
export async function nextSensorNo(db: Db, deviceId: number): Promise<number> {
  return (await askOf(db, lastSensorNo, deviceId)) + 1;
}

async function askOf(
  db: Db,
  expression: (device: string) => string,
  deviceId: number,
): Promise<number> {
  const asked = sql<{ number: number }>`select ${sql.raw(expression(String(deviceId)))} as number`;
  const { rows } = await asked.execute(db);
  return rows[0]?.number ?? 0;
}

/** Deletes the row of a sensor. */
export async function deleteSensor(db: Db, deviceId: number, sensorNo: number): Promise<void> {
  await db
    .deleteFrom('sensors')
    .where('device_id', '=', deviceId)
    .where('sensor_no', '=', sensorNo)
    .execute();
}
