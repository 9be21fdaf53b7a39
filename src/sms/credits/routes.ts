import { type Static, Type } from 'typebox';
import { operationsForUsers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import type { Database } from '../../db/database.ts';
import { findPage, PageQuery } from '../../kit/api/page.ts';
import { Instant, Named, Nullable, OneOf } from '../../kit/api/schema/schema.ts';
import type { App } from '../../kit/http/app.ts';
import { toIso } from '../../kit/time/instant.ts';
import { type Entry as EntryRow, findEntries } from './queries.ts';

const kinds = ['grant', 'reversal', 'charge', 'refund'] as const;

const Entry = Named(
  'LedgerEntry',
  Type.Object({
    id: Type.Integer(),
    kind: OneOf(kinds),
    credits: Type.Integer({
      description: 'As it changed the balance: a charge and a reversal of a grant are negative.',
    }),
    message_id: Nullable(Type.String()),
    job_id: Nullable(Type.Integer()),
    note: Nullable(Type.String()),
    created_at: Instant,
  }),
);

function presentEntry(entry: EntryRow): Static<typeof Entry> {
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
