import { Type } from 'typebox';
import { findAuditEntries } from '../../accounts/audit/queries.ts';
import { operationsForAdmins } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import { toEmailKey } from '../../accounts/sign-in.ts';
import type { Database } from '../../db/database.ts';
import type { PageBefore } from '../../db/db.ts';
import { findPage } from '../../kit/api/page.ts';
import type { App } from '../../kit/http/app.ts';
import { AuditEntry, AuditQuery, presentAuditEntry } from './audit-schemas.ts';
import { findUserId } from './queries.ts';

/** What administrators did, and operators at the terminal, for administrators to read. */
export function addAuditRoutes(app: App, { db, guard }: { db: Database; guard: Guard }): void {
  const operation = operationsForAdmins(guard, 'SMS administration');

  app.get(
    '/admin/audit',
    operation({
      summary: 'List what administrators did, newest first',
      querystring: AuditQuery,
      response: { 200: Type.Array(AuditEntry) },
    }),
    async (request, reply) => {
      const { email } = request.query;
      const userId = email === undefined ? undefined : await findUserId(db.read, toEmailKey(email));
      if (email !== undefined && userId === undefined) return [];
      const find = (page: PageBefore) => findAuditEntries(db.longRead, { ...page, userId });
      return (await findPage(request, reply, find)).map(presentAuditEntry);
    },
  );
}
