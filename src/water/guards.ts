import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Selectable } from 'kysely';
import type { Guard } from '../accounts/guard.ts';
import type { Db } from '../db/db.ts';
import { prepare } from '../db/prepare.ts';
import type { DevicesTable } from '../db/tables.ts';
import { failures } from '../kit/api-error.ts';

export type Device = Selectable<DevicesTable>;

/**
 * The caller's own device.
 * @throws 404 for any other, so that nothing is revealed of what belongs to somebody else.
 */
export async function findOwnDevice(db: Db, ownerId: number, id: string): Promise<Device> {
  const deviceId = parseDeviceId(id);
  return orNotFound(deviceId === undefined ? undefined : await findDevice(db, ownerId, deviceId));
}

/** Lets people through to what is about one device of theirs. */
export type DeviceGuard<T> = {
  /** The hook of a route whose query names the device in `device_id`; throws the catalogue's 401. */
  requireUser: onRequestAsyncHookHandler;
  /**
   * The caller's own device that the query names, to be asked for by the handler.
   * @throws 404 as `findOwnDevice`.
   */
  ownDeviceOf: (request: FastifyRequest) => Device;
  /**
   * What was read of that device.
   * @throws 404 as `findOwnDevice`.
   */
  readOf: (request: FastifyRequest) => T;
};

/**
 * A guard that looks the device up beside the session, where a handler would look it up behind.
 * @param readBeside reads a little more of a device meanwhile, before it is known whose it is.
 */
export function guardDevices<T>(
  guard: Guard,
  db: Db,
  readBeside?: (deviceId: number) => Promise<T>,
): DeviceGuard<T> {
  const { onRequest, foundFor } = guard.requireUserAnd(async (userId, { query }) => {
    const id = parseDeviceId((query as { device_id?: unknown }).device_id);
    if (id === undefined) return undefined;
    const [device, read] = await Promise.all([findDevice(db, userId, id), readBeside?.(id)]);
    return device && { device, read };
  });
  return {
    requireUser: onRequest,
    ownDeviceOf: (request) => orNotFound(foundFor(request)).device,
    readOf: (request) => orNotFound(foundFor(request)).read as T,
  };
}

/** @param text as it came: nothing has been checked of it. */
function parseDeviceId(text: unknown): number | undefined {
  return typeof text === 'string' && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

async function findDevice(db: Db, ownerId: number, id: number): Promise<Device | undefined> {
  const [device] = await findDeviceRows(db, { id, ownerId });
  return device;
}

const findDeviceRows = prepare(({ id, ownerId }: { id: number; ownerId: number }, _engine, db) =>
  db.selectFrom('devices').selectAll().where('id', '=', id).where('owner_id', '=', ownerId),
);

function orNotFound<T>(found: T | undefined): T {
  if (found === undefined) throw failures.notFound('Device');
  return found;
}
