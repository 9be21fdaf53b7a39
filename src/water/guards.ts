import type { FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import type { Guard } from '../accounts/guard.ts';
import type { Db } from '../db/db.ts';
import { prepare } from '../db/prepare.ts';
import type { DevicesTable } from '../db/tables/tables.ts';
import { failures } from '../kit/api/api-error.ts';
import type { Reader } from '../kit/http/long-reads.ts';
import { maySee } from './access.ts';

export type Device = Selectable<DevicesTable>;

/**
 * The caller's own device.
 * @throws 404 for any other, so that nothing is revealed of what belongs to somebody else.
 */
export async function findOwnDevice(db: Db, userId: number, id: string): Promise<Device> {
  // One that is no number of ours is nobody's.
  const isNumber = /^[1-9]\d{0,14}$/.test(id);
  const [device] = isNumber ? await findDevices(db, { id: Number(id), userId }) : [];
  if (!device) throw failures.notFound('Device');
  return device;
}

const findDevices = prepare(({ id, userId }: { id: number; userId: number }, _engine, db) =>
  db.selectFrom('devices').selectAll().where('id', '=', id).where(maySee(userId)),
);

/** The caller of a request that reads much, as `LongReads` tells one from the other. */
export function readerOf(guard: Guard, request: FastifyRequest): Reader {
  return { accountId: guard.callerOf(request).userId, request };
}

type OfDevice = FastifyRequest<{ Querystring: { device_id: string } }>;

/** For routes whose query names a device of the caller's in `device_id`; fails as `findOwnDevice`. */
export function findsOwnDevice(guard: Guard, db: Db): (request: OfDevice) => Promise<Device> {
  return (request) => findOwnDevice(db, guard.callerOf(request).userId, request.query.device_id);
}
