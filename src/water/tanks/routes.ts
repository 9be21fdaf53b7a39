import { Type } from 'typebox';
import type { Guard } from '../../accounts/guard.ts';
import type { App } from '../../kit/app.ts';
import { fails } from '../../kit/failure-schema.ts';
import { cutPage } from '../../kit/next-page.ts';
import { findDevice, findDevices } from '../devices/queries.ts';
import { longestPage } from '../devices/schemas.ts';
import { findOwnDevice } from '../guards.ts';
import { readTanks, type TanksDeps } from './read-tanks.ts';
import { ListQuery, Tank } from './schemas.ts';

type TanksRoutesDeps = TanksDeps & { guard: Guard };

/** Beyond document 1: one request in place of four for each device. */
export function addTanksRoutes(app: App, deps: TanksRoutesDeps): void {
  const { db, guard } = deps;
  app.get(
    '/api/tanks',
    {
      onRequest: guard.requireUser,
      schema: {
        tags: ['Tanks'],
        security: [{ bearer: [] }],
        summary: "The caller's devices with their levels, use and pumps",
        querystring: ListQuery,
        response: { 200: Type.Array(Tank), ...fails(400, 401, 404, 503) },
      },
    },
    async (request, reply) => {
      const { userId } = guard.callerOf(request);
      const { device_id, after = 0, limit = longestPage } = request.query;
      if (device_id !== undefined) {
        const { id } = await findOwnDevice(db.read, userId, device_id);
        const device = await findDevice(db.read, id);
        return await readTanks(deps, device ? [device] : []);
      }
      const rows = await findDevices(db.read, userId, { after, limit: limit + 1 });
      return await readTanks(deps, cutPage(request, reply, { rows, limit, cursor: 'after' }));
    },
  );
}
