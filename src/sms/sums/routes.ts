import { type Static, Type } from 'typebox';
import { operationsForUsers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import { FormObject, Named, Nullable, OneOf } from '../../kit/api/schema/schema.ts';
import type { App } from '../../kit/http/app.ts';
import type { LongReads } from '../../kit/http/long-reads.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { dayMs } from '../../kit/time/units.ts';
import { answerCsv, FormatField, ListOrFile } from '../files/csv-answer.ts';
import { readTime, timeFields } from '../files/dated-page.ts';
import { lastMonths } from './months.ts';
import { findKeyNames, type Sum, sumGrounds, sumLedger, sumMessages } from './queries.ts';

const mostDays = 366;
const usualDays = 30;
const mostGrounds = 500;
const mostMonths = 24;

const SumsQuery = FormObject({
  by: OneOf(sumGrounds, { description: 'What the messages are summed up by.' }),
  ...timeFields,
  format: FormatField,
});

const SumLine = Named(
  'SmsSum',
  Type.Object({
    name: Nullable(Type.String(), {
      description:
        'The campaign, the name of the key, or the sender that was asked for; `null` for messages ' +
        'without a campaign, by the hand of the owner, or from the first sender.',
    }),
    key_id: Type.Optional(Type.Integer({ description: 'There for sums by key.' })),
    messages: Type.Integer(),
    delivered: Type.Integer(),
    credits: Type.Integer({ description: 'What they were charged.' }),
    refunded: Type.Integer({ description: 'What of it was given back.' }),
  }),
);

const MonthsQuery = FormObject({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: mostMonths, default: 12, description: 'How many months.' }),
  ),
  format: FormatField,
});

const MonthLine = Named(
  'SmsMonth',
  Type.Object({
    month: Type.String({ description: "Such as `2026-11`, of the account's zone." }),
    granted: Type.Integer(),
    taken_back: Type.Integer(),
    charged: Type.Integer(),
    refunded: Type.Integer(),
    change: Type.Integer({ description: 'Of the balance.' }),
  }),
);
type MonthLine = Static<typeof MonthLine>;

const sumColumns = ['name', 'key_id', 'messages', 'delivered', 'credits', 'refunded'] as const;
const monthColumns = ['month', 'granted', 'taken_back', 'charged', 'refunded', 'change'] as const;

export type SumsDeps = { db: Database; clock: Clock; guard: Guard; longReads: LongReads };

/** Beyond document 2: sums of an account's messages and credits. */
export function addSumsRoutes(app: App, { db, clock, guard, longReads }: SumsDeps): void {
  const operation = operationsForUsers(guard, 'SMS account');

  app.get(
    '/account/sms/sums',
    {
      exposeHeadRoute: false,
      ...operation({
        summary: 'Sum up messages by campaign, key or sender',
        description: `Of at most ${mostDays} days, the last ${usualDays} by default; the ${mostGrounds} that cost most.`,
        querystring: SumsQuery,
        response: { 200: ListOrFile('Sums, the dearest first.', Type.Array(SumLine)) },
      }),
    },
    async (request, reply) => {
      const { userId, timezone } = guard.callerOf(request);
      const { by, format } = request.query;
      const time = closedTime(readTime(request.query, timezone), clock());
      const asked = { ...time, by, limit: mostGrounds };
      const sums = await longReads.whole({ accountId: userId, request }, (signal) =>
        db.inTurn(() => sumMessages(db.longRead, userId, asked), signal),
      );
      const ids = sums.flatMap(({ ground }) => (by === 'key' && ground ? [Number(ground)] : []));
      const names = await findKeyNames(db.read, userId, ids);
      const lines = sums.map((sum) => presentSum(sum, by === 'key' ? names : undefined));
      if (format !== 'csv') return reply.send(lines);
      return await answerCsv({ longReads, request, accountId: userId }, reply, {
        name: `sms-by-${by}`,
        columns: sumColumns,
        cellsOf: (line: Static<typeof SumLine>) => sumColumns.map((name) => line[name] ?? null),
        pages: () => onePage(lines),
      });
    },
  );

  app.get(
    '/account/ledger/months',
    {
      exposeHeadRoute: false,
      ...operation({
        summary: 'Sum up the ledger by month, the present one first',
        querystring: MonthsQuery,
        response: { 200: ListOrFile('Months, the present one first.', Type.Array(MonthLine)) },
      }),
    },
    async (request, reply) => {
      const { userId, timezone } = guard.callerOf(request);
      const { limit = 12, format } = request.query;
      const lines = await longReads.whole({ accountId: userId, request }, async (signal) => {
        const found: MonthLine[] = [];
        for (const { month, ...time } of lastMonths(clock(), timezone, limit)) {
          const sums = await db.inTurn(() => sumLedger(db.longRead, userId, time), signal);
          found.push(presentMonth(month, sums));
        }
        return found;
      });
      if (format !== 'csv') return reply.send(lines);
      return await answerCsv({ longReads, request, accountId: userId }, reply, {
        name: 'credits-by-month',
        columns: monthColumns,
        dates: ['month'],
        cellsOf: (line: MonthLine) => monthColumns.map((name) => line[name]),
        pages: () => onePage(lines),
      });
    },
  );
}

async function* onePage<T>(rows: T[]): AsyncGenerator<T[]> {
  yield rows;
}

/** @throws 400 for more days than are summed up at once. */
function closedTime(
  { from, to }: { from?: number; to?: number },
  now: number,
): { from: number; to: number } {
  const end = to ?? Math.max(now + 1, from ?? 0);
  const start = from ?? end - usualDays * dayMs;
  // A day of 25 hours is one, too.
  if (end - start > (mostDays + 1) * dayMs) {
    throw failures.invalidField('from', fault('mostDays', { most: mostDays }));
  }
  return { from: start, to: end };
}

function presentSum(
  { ground, ...sums }: Sum,
  keyNames: ReadonlyMap<string, string> | undefined,
): Static<typeof SumLine> {
  if (!keyNames) return { name: ground, ...sums };
  if (ground === null) return { name: null, ...sums };
  return { name: keyNames.get(ground) ?? null, key_id: Number(ground), ...sums };
}

function presentMonth(month: string, sums: ReadonlyMap<string, number>): MonthLine {
  const of = (kind: string) => sums.get(kind) ?? 0;
  return {
    month,
    granted: of('grant'),
    taken_back: Math.abs(of('reversal')),
    charged: Math.abs(of('charge')),
    refunded: of('refund'),
    change: of('grant') + of('reversal') + of('charge') + of('refund'),
  };
}
