import { type Static, Type } from 'typebox';
import {
  type AuditAction,
  type AuditEntry as AuditRow,
  auditActions,
  findAuditEntries,
} from '../../accounts/audit/queries.ts';
import { operationsForAdmins } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import { toEmailKey } from '../../accounts/sign-in.ts';
import type { Database } from '../../db/database.ts';
import type { PageBefore } from '../../db/db.ts';
import { findPage, PageCursor, PageLimit } from '../../kit/api/page.ts';
import { FormObject, Instant, Line, Named, Nullable, OneOf } from '../../kit/api/schema/schema.ts';
import type { App } from '../../kit/http/app.ts';
import { toIso } from '../../kit/time/instant.ts';
import { findUserId } from './queries.ts';

const AuditQuery = FormObject({
  limit: PageLimit(),
  email: Type.Optional(Line(254, { description: 'Only what concerned this account.' })),
  before: PageCursor('entry'),
});

const AuditEntry = Named(
  'AuditEntry',
  Type.Object({
    id: Type.Integer(),
    action: OneOf(auditActions),
    by: Nullable(Type.String({ description: 'Who, by e-mail; null for the terminal.' })),
    account: Nullable(Type.String({ description: 'Whom it concerned, by the e-mail of then.' })),
    address: Nullable(Type.String({ description: 'From where; null for the terminal.' })),
    facts: Type.Record(Type.String(), Type.Unknown(), { description: 'What exactly, by action.' }),
    created_at: Instant,
  }),
);

function presentAuditEntry(row: AuditRow): Static<typeof AuditEntry> {
  return {
    id: row.id,
    action: row.action as AuditAction,
    by: row.actor,
    account: row.account,
    address: row.address,
    facts: JSON.parse(row.facts) as Record<string, unknown>,
    created_at: toIso(row.created_at),
  };
}

/** Serves administrators the deeds of administrators, and of operators at the terminal. */
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
