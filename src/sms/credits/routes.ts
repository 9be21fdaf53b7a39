import { Type } from 'typebox';
import type { Guard } from '../../accounts/guard.ts';
import type { Database } from '../../db/database.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { cutPage } from '../../kit/api/next-page.ts';
import type { App } from '../../kit/http/app.ts';
import { findEntries } from './queries.ts';
import { Entry, PageQuery, presentEntry, usualPage } from './schemas.ts';

/** Beyond document 2: where the credits of an account came from and went. */
export function addLedgerRoutes(app: App, { db, guard }: { db: Database; guard: Guard }): void {
  app.get(
    '/account/ledger',
    {
      onRequest: guard.requireUser,
      schema: {
        tags: ['SMS account'],
        security: [{ bearer: [] }],
        summary: 'List what changed the credits, newest first',
        querystring: PageQuery,
        response: { 200: Type.Array(Entry), ...fails(400, 401, 503) },
      },
    },
    async (request, reply) => {
      const { userId } = guard.callerOf(request);
      const { limit = usualPage, before = Number.MAX_SAFE_INTEGER } = request.query;
      const rows = await findEntries(db.longRead, userId, { before, limit: limit + 1 });
      return cutPage(request, reply, { rows, limit, cursor: 'before' }).map(presentEntry);
    },
  );
}
