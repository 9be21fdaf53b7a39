import { Type } from 'typebox';
import { operationsForViewers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { cutPage } from '../../kit/api/page.ts';
import type { App } from '../../kit/http/app.ts';
import type { LongReads } from '../../kit/http/long-reads.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { findDevice, findDevices } from '../devices/queries.ts';
import { longestPage } from '../devices/schemas.ts';
import { findDeviceFor, readerOf } from '../guards.ts';
import { readTanks } from './read-tanks.ts';
import { ListQuery, Tank } from './schemas.ts';

export type TanksDeps = {
  db: Database;
  clock: Clock;
  guard: Guard;
  longReads: LongReads;
  /** Time since it was last seen for which a device counts as online, in milliseconds. */
  onlineMs: number;
};

/** Adds our operation for home screens and tables of a fleet, which get everything in one request. */
export function addTanksRoutes(app: App, deps: TanksDeps): void {
  const { db, clock, guard, longReads, onlineMs } = deps;
  const operation = operationsForViewers(guard, 'Tanks');

  app.get(
    '/api/tanks',
    operation({
      summary: "The caller's devices, own and shared, with all that is known of them now",
      querystring: ListQuery,
      response: { 200: Type.Array(Tank), ...fails(404) },
    }),
    async (request, reply) => {
      const { device_id, limit = longestPage, after = 0 } = request.query;
      const viewer = guard.callerOf(request);
      const { userId } = viewer;
      const moment = { now: clock(), onlineMs };
      return await longReads.whole(readerOf(guard, request), async (signal) => {
        if (device_id !== undefined) {
          const { id } = await findDeviceFor(db, 'see', viewer, device_id);
          const device = await findDevice(db.read, userId, id);
          if (!device) throw failures.notFound('Device');
          return await readTanks(db, { viewer, devices: [device], moment, signal });
        }
        const rows = await findDevices(db.longRead, viewer, { after, limit: limit + 1 });
        const devices = cutPage(request, reply, { rows, limit, cursor: 'after', key: 'id' });
        return await readTanks(db, { viewer, devices, moment, signal });
      });
    },
  );
}
