import type { Selectable } from 'kysely';
import type { Db } from '../db/database.ts';
import type { DevicesTable } from '../db/tables.ts';
import { failures } from '../kit/api-error.ts';

export type Device = Selectable<DevicesTable>;

/**
 * The caller's own device.
 * @throws 404 for any other, so that nothing is revealed of what belongs to somebody else.
 */
export async function findOwnDevice(db: Db, ownerId: number, id: string): Promise<Device> {
  const deviceId = parseDeviceId(id);
  const device =
    deviceId === undefined
      ? undefined
      : await db
          .selectFrom('devices')
          .selectAll()
          .where('id', '=', deviceId)
          .where('owner_id', '=', ownerId)
          .executeTakeFirst();
  if (!device) throw failures.notFound('Device');
  return device;
}

function parseDeviceId(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
