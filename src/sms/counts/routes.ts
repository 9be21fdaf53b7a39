import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { operationsForAdmins, operationsForUsers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import type { App } from '../../kit/http/app.ts';
import type { LongReads } from '../../kit/http/long-reads.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { type Day, dateAt, endOfDay, splitIntoDays, startOfDay } from '../../kit/time/time-zone.ts';
import { dayMs } from '../../kit/time/units.ts';
import { answerCsv, ListOrFile } from '../files/csv-answer.ts';
import { readTime, type Time } from '../files/dated-page.ts';
import { type DayLine, type Ground, linesOfDay } from './day-lines.ts';
import { countSpan, findFirstUncounted } from './queries.ts';
import { DaySchema, DaysQuery, dayColumns, mostDays, usualDays } from './schemas.ts';

export type DaysDeps = { db: Database; clock: Clock; guard: Guard; longReads: LongReads };

const description =
  `Of at most ${mostDays} days, the last ${usualDays} by default, oldest first; days are whole. They outlive ` +
  'the messages.';

/** Beyond document 2: messages by day, network, class and outcome, of an account and of all. */
export function addDaysRoutes(app: App, deps: DaysDeps): void {
  const { guard } = deps;
  const shared = {
    description,
    querystring: DaysQuery,
    response: { 200: ListOrFile('Days, the oldest first.', Type.Array(DaySchema)) },
  };

  app.get(
    '/account/sms/days',
    {
      exposeHeadRoute: false,
      ...operationsForUsers(guard, 'SMS account')({ summary: 'Count messages by day', ...shared }),
    },
    async (request, reply) =>
      answerDays(deps, { request, reply, userId: guard.callerOf(request).userId }),
  );

  app.get(
    '/admin/sms/days',
    {
      exposeHeadRoute: false,
      ...operationsForAdmins(
        guard,
        'SMS administration',
      )({ summary: 'Count the messages of all accounts by day', ...shared }),
    },
    async (request, reply) => answerDays(deps, { request, reply }),
  );
}

type Asked = {
  request: FastifyRequest & { query: Static<typeof DaysQuery> };
  reply: FastifyReply;
  /** The account; all of them where it is left out. */
  userId?: number;
};

async function answerDays(
  { db, clock, guard, longReads }: DaysDeps,
  { request, reply, userId }: Asked,
): Promise<FastifyReply> {
  const { userId: accountId, timezone } = guard.callerOf(request);
  const { by = 'day', format } = request.query;
  const days = daysOf(readTime(request.query, timezone), clock(), timezone);
  const lines = await longReads.whole({ accountId, request }, (signal) =>
    countDays(db, { userId, days, by, signal }),
  );
  if (format !== 'csv') return reply.send(lines);
  return await answerCsv({ longReads, request, accountId }, reply, {
    name: `sms-by-${by.replaceAll('_', '-')}`,
    columns: dayColumns,
    dates: ['day'],
    cellsOf: (line: DayLine) => dayColumns.map((name) => line[name]),
    pages: async function* () {
      yield lines;
    },
  });
}

/**
 * The whole days that a time touches.
 * @throws 400 for more days than are counted at once.
 */
function daysOf({ from, to }: Time, now: number, zone: string): Day[] {
  const end = to ?? Math.max(now, from ?? 0) + 1;
  const start = from ?? startOfDay(dateAt(end - 1, zone), zone) - (usualDays - 1) * dayMs;
  const tooMany = failures.invalid([
    { field: 'from', message: fault('mostDays', { most: mostDays }) },
  ]);
  if (end - start > (mostDays + 1) * dayMs) throw tooMany;
  const wholeStart = startOfDay(dateAt(start, zone), zone);
  const days = splitIntoDays(wholeStart, endOfDay(dateAt(end - 1, zone), zone), zone);
  if (days.length > mostDays) throw tooMany;
  return days;
}

type Counting = { userId?: number | undefined; days: Day[]; by: Ground; signal: AbortSignal };

/** Counts a day after the other, so that nobody waits for more than one of them. */
async function countDays(db: Database, { userId, days, by, signal }: Counting): Promise<DayLine[]> {
  const first = await db.inTurn(() => findFirstUncounted(db.longRead, userId), signal);
  const lines: DayLine[] = [];
  for (const { date, start: from, end: to } of days) {
    const withUncounted = first !== null && to > first;
    const span = { userId, from, to, withUncounted };
    const counts = await db.inTurn(() => countSpan(db.longRead, db.engine, span), signal);
    lines.push(...linesOfDay(date, counts, by));
  }
  return lines;
}
