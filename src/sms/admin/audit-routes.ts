import { Type } from 'typebox';
import { findAuditEntries } from '../../accounts/audit/queries.ts';
import type { Guard } from '../../accounts/guard.ts';
import { toEmailKey } from '../../accounts/sign-in.ts';
import type { Database } from '../../db/database.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { cutPage } from '../../kit/api/next-page.ts';
import type { App } from '../../kit/http/app.ts';
import { AuditEntry, AuditQuery, presentAuditEntry } from './audit-schemas.ts';
import { findUserId } from './queries.ts';
import { usualPage } from './schemas.ts';

/** What administrators did, and operators at the terminal, for administrators to read. */
export function addAuditRoutes(app: App, { db, guard }: { db: Database; guard: Guard }): void {
  app.get(
    '/admin/audit',
    {
      onRequest: guard.requireAdmin,
      schema: {
        tags: ['SMS administration'],
        security: [{ bearer: [] }],
        summary: 'List what administrators did, newest first',
        querystring: AuditQuery,
        response: { 200: Type.Array(AuditEntry), ...fails(400, 401, 404, 503) },
      },
    },
    async (request, reply) => {
      const { limit = usualPage, before = Number.MAX_SAFE_INTEGER, email } = request.query;
      const userId = email === undefined ? undefined : await findUserId(db.read, toEmailKey(email));
      if (email !== undefined && userId === undefined) return [];
      const rows = await findAuditEntries(db.longRead, { userId, before, limit: limit + 1 });
      return cutPage(request, reply, { rows, limit, cursor: 'before' }).map(presentAuditEntry);
    },
  );
}
