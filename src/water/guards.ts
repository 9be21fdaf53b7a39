import type { FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import type { Guard } from '../accounts/guard.ts';
import type { Database } from '../db/database.ts';
import { prepare } from '../db/prepare.ts';
import type { DevicesTable } from '../db/tables/device-tables.ts';
import { failures } from '../kit/api/failures/api-error.ts';
import type { Reader } from '../kit/http/long-reads.ts';
import { type Deed, isFor, rankFor, requireRole, type Viewer } from './access.ts';

export type Device = Selectable<DevicesTable>;

/**
 * Finds a device for something that a person wants to do with it.
 * @throws ApiError 404 for a device that the person may not even see, so that nothing is revealed of other
 * people's devices; 403 where the person may see it, but not do this; 503 as `requireServer`.
 */
export async function findDeviceFor(
  db: Database,
  deed: Deed,
  viewer: Viewer,
  id: string,
): Promise<Device> {
  const number = readDeviceId(id);
  const [found] =
    number === undefined
      ? []
      : await findDevices(db.readWhole, { id: number, userId: viewer.userId });
  if (!found || found.role === null || !isFor(viewer, found.id)) throw failures.notFound('Device');
  const { role, ...device } = found;
  requireRole(rankFor(viewer, role), deed);
  requireServer(db, device);
  return device;
}

/**
 * Fails at once for a device whose server is away in a cluster, rather than wait on a connection that others
 * need.
 * @throws ApiError 503
 */
export function requireServer({ partitions }: Database, { id }: { id: number }): void {
  if (!partitions?.of(id).shard?.isAway()) return;
  throw failures.unavailable('Storage does not answer; try again soon.');
}

/** @returns undefined for text that is no number of ours, and so no device. */
export function readDeviceId(id: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}

const findDevices = prepare(({ id, userId }: { id: number; userId: number }, _engine, db) =>
  db
    .selectFrom('devices')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('device_roles')
        .select('role')
        .where('user_id', '=', userId)
        .where('device_id', '=', id)
        .as('role'),
    )
    .where('id', '=', id),
);

/** Returns the caller of a long read, as `LongReads` distinguishes callers. */
export function readerOf(guard: Guard, request: FastifyRequest): Reader {
  return { accountId: guard.callerOf(request).userId, request };
}

type OfDevice = FastifyRequest<{ Querystring: { device_id: string } }>;

/** Finds the device in the query's `device_id`; fails as `findDeviceFor`. */
export function deviceFinder(
  deed: Deed,
  guard: Guard,
  db: Database,
): (request: OfDevice) => Promise<Device> {
  return (request) => findDeviceFor(db, deed, guard.callerOf(request), request.query.device_id);
}

/**
 * Requires that a record of a device was found, for something that a person, or a program that may operate
 * the device, wants to do with it.
 * @param what the record's name, for its 404.
 * @throws ApiError 404 or 403, as `findDeviceFor`.
 */
export function requireRecord<R extends { role: number }>(
  deed: Deed,
  what: string,
  record: R | undefined,
): R {
  if (!record) throw failures.notFound(what);
  requireRole(record.role, deed);
  return record;
}
