import { type Static, Type } from 'typebox';
import { operationsForUsers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import type { Database } from '../../db/database.ts';
import { findPage, PageCursor, PageLimit } from '../../kit/api/page.ts';
import { FormObject, Instant, Named, Nullable, OneOf } from '../../kit/api/schema/schema.ts';
import { pagesOf } from '../../kit/async/rows-of-pages.ts';
import type { App } from '../../kit/http/app.ts';
import type { LongReads } from '../../kit/http/long-reads.ts';
import { toIso } from '../../kit/time/instant.ts';
import { answerCsv, FormatField, ListOrFile } from '../files/csv-answer.ts';
import { readTime, timeFields } from '../files/dated-page.ts';
import { type Entry as EntryRow, findEntries, findEntryTime } from './queries.ts';

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

const LedgerQuery = FormObject({
  ...timeFields,
  format: FormatField,
  limit: PageLimit(),
  before: PageCursor('entry'),
});

const columns = ['id', 'kind', 'credits', 'message_id', 'job_id', 'note', 'created_at'] as const;

type LedgerDeps = { db: Database; guard: Guard; longReads: LongReads };

/** Beyond document 2: where the credits of an account came from and went. */
export function addLedgerRoutes(app: App, { db, guard, longReads }: LedgerDeps): void {
  const operation = operationsForUsers(guard, 'SMS account');

  app.get(
    '/account/ledger',
    {
      // Its HEAD would read all that its GET sends.
      exposeHeadRoute: false,
      ...operation({
        summary: 'List what changed the credits, newest first, or take it all as a CSV file',
        querystring: LedgerQuery,
        response: { 200: ListOrFile('Changes of the credits, newest first.', Type.Array(Entry)) },
      }),
    },
    async (request, reply) => {
      const { userId, timezone } = guard.callerOf(request);
      const time = readTime(request.query, timezone);
      const isDated = Object.keys(time).length > 0;
      if (request.query.format === 'csv') {
        return await answerCsv({ longReads, request, accountId: userId }, reply, {
          name: 'credits',
          columns,
          cellsOf: (entry: EntryRow) => columns.map((name) => presentEntry(entry)[name]),
          pages: (signal) =>
            pagesOf<EntryRow>(1000, ({ after: last, limit }) => {
              const before = last?.id ?? Number.MAX_SAFE_INTEGER;
              const beforeAt = isDated ? last?.created_at : undefined;
              const find = { ...time, before, beforeAt, limit };
              return db.inTurn(() => findEntries(db.longRead, userId, find), signal);
            }),
        });
      }
      const rows = await findPage(request, reply, async (page) => {
        const beforeAt = isDated ? await findEntryTime(db.read, userId, page.before) : undefined;
        return await findEntries(db.longRead, userId, { ...time, ...page, beforeAt });
      });
      return reply.send(rows.map(presentEntry));
    },
  );
}
