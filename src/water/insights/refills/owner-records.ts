import type { Database } from '../../../db/database.ts';
import type { Db } from '../../../db/db.ts';
import { failures } from '../../../kit/api/failures/api-error.ts';
import { type FaultText, fault } from '../../../kit/api/failures/faults.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import { parseInstant, toIso } from '../../../kit/time/instant.ts';
import { dayMs, minuteMs } from '../../../kit/time/units.ts';
import { holdDevice } from '../../devices/hold-device.ts';
import type { Device } from '../../guards.ts';
import { findSensorNo } from '../../record/sensor-queries.ts';
import { findSameReceipt, insertReceipt, saveStatedSource } from './queries.ts';
import { type NewReceipt, presentReceipt, type Receipt, type SourceChange } from './schemas.ts';

type Deps = { db: Database; clock: Clock };

/** Time by which the writer's clock may run ahead of ours, and age beyond which a time must be a typo. */
const futureMs = 5 * minuteMs;
const oldestMs = 10 * 366 * dayMs;

/**
 * Stores the receipt of a tanker's load; one that is sent again, since its answer was lost, counts once.
 * @throws ApiError 400 for an impossible time, 404 where the device is gone or has no such sensor.
 */
export async function addReceipt(
  { db, clock }: Deps,
  device: Device,
  { sensor_name, received_at, litres, supplier = null, price = null }: NewReceipt,
): Promise<Receipt> {
  const now = clock();
  const receivedAt = readInstant('received_at', received_at, now);
  const row = await db.transaction(async (trx) => {
    const key = await holdSensor(trx, device, sensor_name);
    const receipt = { ...key, litres, supplier, price, received_at: receivedAt };
    const known = await findSameReceipt(trx, receipt);
    return known ?? (await insertReceipt(trx, { ...receipt, created_at: now }));
  });
  return presentReceipt(row, sensor_name);
}

/**
 * Stores the source that the owner states for a refill.
 * @throws ApiError 400 for an impossible time, 404 where the device is gone or has no such sensor.
 */
export async function stateSource(
  { db, clock }: Deps,
  device: Device,
  { sensor_name, began_at, source = null }: SourceChange,
) {
  const begunAt = readInstant('began_at', began_at, clock());
  await db.transaction(async (trx) => {
    const key = await holdSensor(trx, device, sensor_name);
    await saveStatedSource(trx, { ...key, begun_at: begunAt }, source);
  });
  return { device_id: String(device.id), sensor_name, began_at: toIso(begunAt), source };
}

/** Locks the device, so that neither it nor the sensor can be removed until the commit. */
async function holdSensor(
  trx: Db,
  device: Device,
  sensorName: string,
): Promise<{ device_id: number; sensor_no: number }> {
  await holdDevice(trx, device.id);
  const sensorNo = await findSensorNo(trx, device.id, sensorName);
  if (sensorNo === undefined) throw failures.notFound('Sensor');
  return { device_id: device.id, sensor_no: sensorNo };
}

function readInstant(field: string, text: string, now: number): number {
  const wrong = (message: FaultText) => failures.invalidField(field, message);
  const instant = parseInstant(text);
  if (instant === undefined) {
    throw wrong(fault('instant'));
  }
  if (instant > now + futureMs) throw wrong(fault('future'));
  if (instant < now - oldestMs) throw wrong(fault('tenYears'));
  return instant;
}
