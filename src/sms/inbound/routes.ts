import { Type } from 'typebox';
import type { Guard } from '../../accounts/guard.ts';
import type { Database } from '../../db/database.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { cutPage } from '../../kit/api/next-page.ts';
import type { App } from '../../kit/http/app.ts';
import { findInbound } from './queries.ts';
import { Inbound, PageQuery, presentInbound, usualPage } from './schemas.ts';

export type InboundDeps = { db: Database; guard: Guard };

/** Messages from phones, which document 2 does not speak of; see `docs/api/sms-events.md`. */
export function addInboundRoutes(app: App, { db, guard }: InboundDeps): void {
  app.get(
    '/account/inbound',
    {
      onRequest: guard.requireUser,
      schema: {
        tags: ['SMS account'],
        security: [{ bearer: [] }],
        summary: "Messages from phones to the account's senders, newest first",
        querystring: PageQuery,
        response: { 200: Type.Array(Inbound), ...fails(400, 401, 503) },
      },
    },
    async (request, reply) => {
      const { limit = usualPage, before = Number.MAX_SAFE_INTEGER } = request.query;
      const page = { before, limit: limit + 1 };
      const rows = await findInbound(db.longRead, guard.callerOf(request).userId, page);
      return cutPage(request, reply, { rows, limit, cursor: 'before' }).map(presentInbound);
    },
  );
}
