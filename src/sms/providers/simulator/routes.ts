import { Type } from 'typebox';
import type { Guard } from '../../../accounts/guard.ts';
import type { Database } from '../../../db/database.ts';
import { fails } from '../../../kit/api/failures/failure-schema.ts';
import { cutPage } from '../../../kit/api/next-page.ts';
import type { App } from '../../../kit/http/app.ts';
import { findSimulated } from './queries.ts';
import { PageQuery, presentSimulated, SimulatedMessage, usualPage } from './schemas.ts';

export type SimulatorRoutesDeps = { db: Database; guard: Guard };

/** What the simulator "sent", so that a newcomer sees the texts; see `docs/sms-states.md`. */
export function addSimulatorRoutes(app: App, { db, guard }: SimulatorRoutesDeps): void {
  app.get(
    '/account/outbox',
    {
      onRequest: guard.requireUser,
      schema: {
        summary: 'What the simulator took of your messages, newest first',
        tags: ['SMS account'],
        security: [{ bearer: [] }],
        querystring: PageQuery,
        response: { 200: Type.Array(SimulatedMessage), ...fails(400, 401, 503) },
      },
    },
    async (request, reply) => {
      const { limit = usualPage, before = Number.MAX_SAFE_INTEGER } = request.query;
      const { userId } = guard.callerOf(request);
      const rows = await findSimulated(db.longRead, userId, { before, limit: limit + 1 });
      return cutPage(request, reply, { rows, limit, cursor: 'before' }).map(presentSimulated);
    },
  );
}
