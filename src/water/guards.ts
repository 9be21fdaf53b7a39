import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Selectable } from 'kysely';
import type { Guard } from '../accounts/guard.ts';
import type { Db } from '../db/db.ts';
import { prepare } from '../db/prepare.ts';
import type { DevicesTable } from '../db/tables.ts';
import { failures } from '../kit/api/api-error.ts';
import type { Reader } from '../kit/http/long-reads.ts';
import { maySee } from './access.ts';

export type Device = Selectable<DevicesTable>;

/**
 * The caller's own device.
 * @throws 404 for any other, so that nothing is revealed of what belongs to somebody else.
 */
export async function findOwnDevice(db: Db, userId: number, id: string): Promise<Device> {
  const deviceId = parseDeviceId(id);
  return orNotFound(deviceId === undefined ? undefined : await findDevice(db, userId, deviceId));
}

/** Lets people through to what is about one device of theirs. */
export type DeviceGuard = {
  /** The hook of a route whose query names the device in `device_id`; throws the catalogue's 401. */
  requireUser: onRequestAsyncHookHandler;
  /**
   * The caller's own device that the query names, to be asked for by the handler.
   * @throws 404 as `findOwnDevice`.
   */
  ownDeviceOf: (request: FastifyRequest) => Device;
};

/** The caller of a request that reads much, as `LongReads` tells one from the other. */
export function readerOf(guard: Guard, request: FastifyRequest): Reader {
  return { accountId: guard.callerOf(request).userId, request };
}

/** A guard that looks the device up beside the session, where a handler would look it up behind. */
export function guardDevices(guard: Guard, db: Db): DeviceGuard {
  const { onRequest, foundFor } = guard.requireUserAnd(async (userId, request) => {
    const id = deviceIdOf(request);
    return id === undefined ? undefined : await findDevice(db, userId, id);
  });
  return {
    requireUser: onRequest,
    ownDeviceOf: (request) => orNotFound(foundFor(request)),
  };
}

/** Lets people through to rows of one device of theirs. */
export type DeviceRowsGuard<R> = {
  /** As that of a `DeviceGuard`. */
  requireUser: onRequestAsyncHookHandler;
  /**
   * The rows of the device that the query names.
   * @throws 404 as `findOwnDevice`.
   */
  rowsOf: (request: FastifyRequest) => R[];
};

/**
 * A guard that reads the rows beside the session. Where there are any, they say that the device is
 * the caller's, so it is looked up only where there are none.
 * @param readRows reads rows of a device, and none of another owner's.
 */
export function guardDeviceRows<R>(
  guard: Guard,
  db: Db,
  readRows: (deviceId: number, userId: number) => Promise<R[]>,
): DeviceRowsGuard<R> {
  const { onRequest, foundFor } = guard.requireUserAnd(async (userId, request) => {
    const id = deviceIdOf(request);
    if (id === undefined) return undefined;
    const rows = await readRows(id, userId);
    const isOwn = rows.length > 0 || (await findDevice(db, userId, id)) !== undefined;
    return isOwn ? rows : undefined;
  });
  return {
    requireUser: onRequest,
    rowsOf: (request) => orNotFound(foundFor(request)),
  };
}

function deviceIdOf({ query }: FastifyRequest): number | undefined {
  return parseDeviceId((query as { device_id?: unknown }).device_id);
}

/** @param text as it came: nothing has been checked of it. */
function parseDeviceId(text: unknown): number | undefined {
  return typeof text === 'string' && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

async function findDevice(db: Db, userId: number, id: number): Promise<Device | undefined> {
  const [device] = await findDeviceRows(db, { id, userId });
  return device;
}

const findDeviceRows = prepare(({ id, userId }: { id: number; userId: number }, _engine, db) =>
  db.selectFrom('devices').selectAll().where('id', '=', id).where(maySee(userId)),
);

function orNotFound<T>(found: T | undefined): T {
  if (found === undefined) throw failures.notFound('Device');
  return found;
}
