import { type Static, Type } from 'typebox';
import {
  type AuditAction,
  type AuditEntry as AuditRow,
  auditActions,
} from '../../accounts/audit/queries.ts';
import { PageCursor, PageLimit } from '../../kit/api/page.ts';
import { FormObject, Instant, Line, Named, Nullable, OneOf } from '../../kit/api/schema/schema.ts';
import { toIso } from '../../kit/time/instant.ts';

export const AuditQuery = FormObject({
  limit: PageLimit(),
  email: Type.Optional(Line(254, { description: 'Only what concerned this account.' })),
  before: PageCursor('entry'),
});

export const AuditEntry = Named(
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

export function presentAuditEntry(row: AuditRow): Static<typeof AuditEntry> {
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
