import type { Caller } from '../../accounts/guard.ts';
import { findUser } from '../../accounts/queries.ts';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { toIso } from '../../kit/time/instant.ts';
import { clockTimeAt, dateAt } from '../../kit/time/time-zone.ts';
import { findGroups } from '../groups/queries.ts';
import { remarkWords } from '../reports/remarks/remark-words.ts';
import { resolveMonth } from './month.ts';
import {
  type Chosen,
  countChosenDevices,
  findChosenDevices,
  type MonthlyDevice,
} from './queries.ts';
import { readMonths } from './read-months.ts';
import type { RowFrame } from './read-row.ts';
import type { MonthlyQuery, MonthlyReport } from './schemas.ts';
import { addUpRows } from './totals.ts';

/** A report of a month before its rows are read. */
export type OpenedMonth = {
  chosen: Chosen;
  rows: Omit<RowFrame, 'signal'>;
  frame: Omit<MonthlyReport, 'rows' | 'totals'>;
};

/**
 * Opens the report of a month for its caller.
 * @throws ApiError 400 for a month that has not begun, 404 for a group that the caller may not see.
 */
export async function openMonth(
  { db, clock }: { db: Database; clock: Clock },
  caller: Caller,
  { month: asked, group_id: groupId }: Pick<MonthlyQuery, 'month' | 'group_id'>,
): Promise<OpenedMonth> {
  const { userId, language, timezone } = caller;
  const month = resolveMonth(asked, timezone, clock());
  const group = groupId === undefined ? undefined : await findGroup(db, userId, groupId);
  const user = await findUser(db.read, userId);
  const price = user?.water_price ?? null;
  const chosen = { viewer: caller, groupId };
  const say = remarkWords[language];
  const openedOn = user && user.created_at >= month.end ? dateAt(user.created_at, timezone) : null;
  const { until } = month;
  const now = { date: dateAt(until - 1, timezone), time: clockTimeAt(until - 1, timezone) };
  return {
    chosen,
    rows: { month, language, price },
    frame: {
      month: month.month,
      start_date: toIso(month.start),
      end_date: toIso(month.isOver ? month.end : until - 1),
      timezone,
      is_over: month.isOver,
      days: month.days,
      group_name: group?.name ?? null,
      water_price: price,
      devices: await countChosenDevices(db.longRead, chosen),
      remarks: [
        ...(month.isOver ? [] : [say.notOver(now)]),
        ...(openedOn === null ? [] : [say.beforeAccount({ date: openedOn })]),
        ...(price === null ? [say.noPrice()] : []),
      ],
    },
  };
}

async function findGroup(db: Database, userId: number, groupId: number): Promise<{ name: string }> {
  const [group] = await findGroups(db.read, userId, groupId);
  if (!group) throw failures.notFound('Group');
  return group;
}

/** A page of a report, and the id of its last device if more follow. */
export type MonthlyPage = { report: MonthlyReport; more: number | undefined };

/** Reports a page of devices. */
export async function reportMonthly(
  db: Database,
  { chosen, rows: shared, frame }: OpenedMonth,
  { limit, after, signal }: { limit: number; after: number; signal: AbortSignal },
): Promise<MonthlyPage> {
  const found = await findChosenDevices(db.longRead, chosen, { after, limit: limit + 1 });
  const devices: MonthlyDevice[] = found.slice(0, limit);
  const rows: MonthlyReport['rows'] = [];
  for await (const some of readMonths(db, devices, { ...shared, signal })) rows.push(...some);
  const more = found.length > limit ? devices.at(-1)?.id : undefined;
  return { report: { ...frame, rows, totals: addUpRows(rows) }, more };
}
