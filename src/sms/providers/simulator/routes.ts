import { Type } from 'typebox';
import { operationsForUsers } from '../../../accounts/declared-operations.ts';
import type { Guard } from '../../../accounts/guard.ts';
import type { Database } from '../../../db/database.ts';
import { findPage, PageQuery } from '../../../kit/api/page.ts';
import type { App } from '../../../kit/http/app.ts';
import { findSimulated } from './queries.ts';
import { presentSimulated, SimulatedMessage } from './schemas.ts';

export type SimulatorRoutesDeps = { db: Database; guard: Guard };

/** What the simulator "sent", so that a newcomer sees the texts; see `docs/sms-states.md`. */
export function addSimulatorRoutes(app: App, { db, guard }: SimulatorRoutesDeps): void {
  const operation = operationsForUsers(guard, 'SMS account');

  app.get(
    '/account/outbox',
    operation({
      summary: 'What the simulator took of your messages, newest first',
      querystring: PageQuery('message'),
      response: { 200: Type.Array(SimulatedMessage) },
    }),
    async (request, reply) => {
      const { userId } = guard.callerOf(request);
      const rows = await findPage(request, reply, (page) =>
        findSimulated(db.longRead, userId, page),
      );
      return rows.map(presentSimulated);
    },
  );
}
