import type { Db } from '../../db/db.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { type FillsFrom, packSource, unpackSource } from '../pumps/source-tank.ts';
import { holdDevice } from './hold-device.ts';
import { findOwners } from './queries.ts';

/** A device, and the owner that the transaction holds (`holdUser`), so that no pump takes it as its source. */
type Owned = { id: number; owner_id: number };

/** Begins every packed source (`packSource`) that lies at a device. */
function startOfSources(deviceId: number): string {
  return `[${deviceId},`;
}

/**
 * Holds a device, and with it the other devices of its owner whose pumps take their water from it, in the order
 * of their ids, as the recorder does.
 * @returns the others.
 * @throws ApiError 404 where the device is gone.
 */
export async function holdWithFilled(trx: Db, { id, owner_id }: Owned): Promise<number[]> {
  const rows = await trx
    .selectFrom('devices as d')
    .innerJoin('sensor_configs as c', 'c.device_id', 'd.id')
    .select('d.id')
    .distinct()
    .where('d.owner_id', '=', owner_id)
    .where('d.id', '!=', id)
    .where('c.fills_from', 'like', `${startOfSources(id)}%`)
    .execute();
  const filled = rows.map((row) => row.id);
  for (const each of [id, ...filled].sort((a, b) => a - b)) await holdDevice(trx, each);
  return filled;
}

/** Lets the pumps of some devices take their water from nowhere else where their source was at a device. */
export async function clearSourcesAt(
  trx: Db,
  deviceIds: number[],
  { deviceId, sensorName, now }: { deviceId: number; sensorName?: string; now: number },
): Promise<void> {
  if (deviceIds.length === 0) return;
  const clear = trx
    .updateTable('sensor_configs')
    .set({ fills_from: null, updated_at: now })
    .where('device_id', 'in', deviceIds);
  await (sensorName === undefined
    ? clear.where('fills_from', 'like', `${startOfSources(deviceId)}%`)
    : clear.where('fills_from', '=', packSource({ deviceId, sensorName }))
  ).execute();
}

/** Lets the pumps of a device take their water from no other device any more. */
export async function clearSourcesElsewhere(trx: Db, deviceId: number, now: number): Promise<void> {
  await trx
    .updateTable('sensor_configs')
    .set({ fills_from: null, updated_at: now })
    .where('device_id', '=', deviceId)
    .where('fills_from', 'not like', `${startOfSources(deviceId)}%`)
    .execute();
}

/** Returns a source for a device that goes on under another id: null where it lay at any other device. */
export function sourceUnder(newId: number, oldId: number, fillsFrom: string | null): string | null {
  const source: FillsFrom | null = fillsFrom === null ? null : unpackSource(fillsFrom);
  return source?.deviceId === oldId ? packSource({ ...source, deviceId: newId }) : null;
}

/**
 * Requires that a source is at a device of the same owner, whom the transaction holds: else it could be
 * handed over at this moment.
 * @throws ApiError 404 where one of the two is somebody else's by now.
 */
export async function requireOneOwner(trx: Db, device: Owned, fillsFrom: string): Promise<void> {
  const ids = [...new Set([device.id, unpackSource(fillsFrom).deviceId])];
  const owners = await findOwners(trx, ids);
  const isOne = owners.every(({ owner_id }) => owner_id === device.owner_id);
  if (owners.length < ids.length || !isOne) throw failures.notFound('Device');
}
