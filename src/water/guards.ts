import type { FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import type { Guard } from '../accounts/guard.ts';
import type { Database } from '../db/database.ts';
import { prepare } from '../db/prepare.ts';
import type { DevicesTable } from '../db/tables/device-tables.ts';
import { failures } from '../kit/api/failures/api-error.ts';
import type { Reader } from '../kit/http/long-reads.ts';
import { type Deed, requireRole } from './access.ts';

export type Device = Selectable<DevicesTable>;

/**
 * A device with which a person may do something.
 * @throws ApiError 404 for a device that the person may not even see, so that nothing is revealed of what
 * belongs to somebody else; 403 where the person may see it, but not do this; 503 as `requireServer`.
 */
export async function findDeviceFor(
  db: Database,
  deed: Deed,
  userId: number,
  id: string,
): Promise<Device> {
  const number = readDeviceId(id);
  const [found] =
    number === undefined ? [] : await findDevices(db.readWhole, { id: number, userId });
  if (!found || found.role === null) throw failures.notFound('Device');
  const { role, ...device } = found;
  requireRole(role, deed);
  requireServer(db, device);
  return device;
}

/**
 * In a cluster, whoever asks something of a device whose server is away is asked to come back, rather than
 * kept waiting over a connection that others need.
 * @throws ApiError 503
 */
export function requireServer({ partitions }: Database, { id }: { id: number }): void {
  if (!partitions?.of(id).shard?.isAway()) return;
  throw failures.unavailable('Storage does not answer; try again soon.');
}

/** @returns undefined for text that is no number of ours, and so nobody's device. */
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

/** The caller of a request that reads much, as `LongReads` tells one from the other. */
export function readerOf(guard: Guard, request: FastifyRequest): Reader {
  return { accountId: guard.callerOf(request).userId, request };
}

type OfDevice = FastifyRequest<{ Querystring: { device_id: string } }>;

/** For routes whose query names a device in `device_id`; fails as `findDeviceFor`. */
export function deviceFinder(
  deed: Deed,
  guard: Guard,
  db: Database,
): (request: OfDevice) => Promise<Device> {
  return (request) =>
    findDeviceFor(db, deed, guard.callerOf(request).userId, request.query.device_id);
}

/**
 * What was found of a record that belongs to a device, for a person who wants to do something with it.
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
