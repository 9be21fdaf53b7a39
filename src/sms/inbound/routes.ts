import { Type } from 'typebox';
import { operationsForUsers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import type { Database } from '../../db/database.ts';
import { findPage, PageQuery } from '../../kit/api/page.ts';
import type { App } from '../../kit/http/app.ts';
import { findInbound } from './queries.ts';
import { Inbound, presentInbound } from './schemas.ts';

export type InboundDeps = { db: Database; guard: Guard };

/** Messages from phones, which document 2 does not speak of; see `docs/api/sms-events.md`. */
export function addInboundRoutes(app: App, { db, guard }: InboundDeps): void {
  const operation = operationsForUsers(guard, 'SMS account');

  app.get(
    '/account/inbound',
    operation({
      summary: "Messages from phones to the account's senders, newest first",
      querystring: PageQuery('message'),
      response: { 200: Type.Array(Inbound) },
    }),
    async (request, reply) => {
      const { userId } = guard.callerOf(request);
      const rows = await findPage(request, reply, (page) => findInbound(db.longRead, userId, page));
      return rows.map(presentInbound);
    },
  );
}
