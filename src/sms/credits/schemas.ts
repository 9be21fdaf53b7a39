import { type Static, Type } from 'typebox';
import { Instant, Named, Nullable, OneOf } from '../../kit/api/schema/schema.ts';
import { toIso } from '../../kit/time/instant.ts';
import type { Entry as EntryRow } from './queries.ts';

const kinds = ['grant', 'charge', 'refund'] as const;

export const Entry = Named(
  'LedgerEntry',
  Type.Object({
    id: Type.Integer(),
    kind: OneOf(kinds),
    credits: Type.Integer({ description: 'As it changed the balance: a charge is negative.' }),
    message_id: Nullable(Type.String()),
    job_id: Nullable(Type.Integer()),
    note: Nullable(Type.String()),
    created_at: Instant,
  }),
);

export function presentEntry(entry: EntryRow): Static<typeof Entry> {
  return {
    id: entry.id,
    kind: entry.kind as (typeof kinds)[number],
    credits: entry.credits,
    message_id: entry.message_id === null ? null : String(entry.message_id),
    job_id: entry.job_id,
    note: entry.note,
    created_at: toIso(entry.created_at),
  };
}
