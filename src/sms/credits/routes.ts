import { Type } from 'typebox';
import { operationsForUsers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import type { Database } from '../../db/database.ts';
import { findPage, PageQuery } from '../../kit/api/page.ts';
import type { App } from '../../kit/http/app.ts';
import { findEntries } from './queries.ts';
import { Entry, presentEntry } from './schemas.ts';

/** Beyond document 2: where the credits of an account came from and went. */
export function addLedgerRoutes(app: App, { db, guard }: { db: Database; guard: Guard }): void {
  const operation = operationsForUsers(guard, 'SMS account');

  app.get(
    '/account/ledger',
    operation({
      summary: 'List what changed the credits, newest first',
      querystring: PageQuery('entry'),
      response: { 200: Type.Array(Entry) },
    }),
    async (request, reply) => {
      const { userId } = guard.callerOf(request);
      const rows = await findPage(request, reply, (page) => findEntries(db.longRead, userId, page));
      return rows.map(presentEntry);
    },
  );
}
