import type { Language } from '../../accounts/language.ts';
import type { PageBefore } from '../../db/db.ts';
import { pagesOf } from '../../kit/async/rows-of-pages.ts';
import type { Viewer } from '../access.ts';
import { presentAlert } from '../alerts/schemas.ts';
import {
  type AlertType,
  alertTypes,
  commandStatuses,
  type PumpCommand,
  type Severity,
  severities,
} from '../fields.ts';
import { presentCommand } from '../pump-commands/schemas.ts';
import type { Report, ReportDeps } from './report.ts';
import {
  type AlertCount,
  type CommandCount,
  countReportAlerts,
  countReportCommands,
  findReportAlerts,
  findReportCommands,
} from './report-queries.ts';
import type { AlertsReport, PumpReport } from './schemas.ts';

/** Most records in a report; those before them are on the next page. */
const mostListed = 1000;

/** Report, with the id at which its list continues, if there is more. */
type Listed<R> = { report: R; more: number | undefined };

type AlertFilter = { severity: Severity | undefined; type: AlertType | undefined };
type CommandFilter = { command: PumpCommand | undefined };
type From = { before: number | undefined };
type Reader = { viewer: Viewer; language: Language };

/** Reports the newest alerts; the summary counts all. */
export async function reportAlerts(
  { db }: Pick<ReportDeps, 'db'>,
  report: Report,
  { before = Number.MAX_SAFE_INTEGER, viewer, language, ...filter }: AlertFilter & From & Reader,
): Promise<Listed<AlertsReport>> {
  const scope = { ...scopeOf(report), ...filter, viewer };
  const [rows, counts] = await db.lateRead(
    async (late) =>
      [
        await findReportAlerts(late, scope, { before, limit: mostListed + 1 }),
        await countReportAlerts(late, scope),
      ] as const,
    report.signal,
  );
  const { listed, more } = cut(rows);
  return {
    report: {
      ...report.frame,
      alerts: listed.map((row) => presentAlert(row, language)),
      summary: summariseAlerts(counts),
    },
    more,
  };
}

/** Reports the newest pump commands; the summary counts all. */
export async function reportPump(
  { db }: Pick<ReportDeps, 'db'>,
  report: Report,
  { before = Number.MAX_SAFE_INTEGER, ...filter }: CommandFilter & From,
): Promise<Listed<PumpReport>> {
  const scope = { ...scopeOf(report), ...filter };
  const [rows, counts] = await db.lateRead(
    async (late) =>
      [
        await findReportCommands(late, scope, { before, limit: mostListed + 1 }),
        await countReportCommands(late, scope, report.now),
      ] as const,
    report.signal,
  );
  const { listed, more } = cut(rows);
  return {
    report: {
      ...report.frame,
      commands: listed.map((command) => presentCommand(command, report.now)),
      summary: summariseCommands(counts),
    },
    more,
  };
}

/** Pages of all alerts of a report, newest first, each read when the one before was taken. */
export async function* alertPages(
  { db }: Pick<ReportDeps, 'db'>,
  report: Report,
  { viewer, language, ...filter }: AlertFilter & Reader,
): AsyncGenerator<AlertsReport['alerts']> {
  const scope = { ...scopeOf(report), ...filter, viewer };
  const find = (page: PageBefore) =>
    db.lateRead((late) => findReportAlerts(late, scope, page), report.signal);
  for await (const rows of pagesBefore(find)) yield rows.map((row) => presentAlert(row, language));
}

/** Pages of all pump commands of a report, as `alertPages`. */
export async function* commandPages(
  { db }: Pick<ReportDeps, 'db'>,
  report: Report,
  filter: CommandFilter,
): AsyncGenerator<PumpReport['commands']> {
  const scope = { ...scopeOf(report), ...filter };
  const find = (page: PageBefore) =>
    db.lateRead((late) => findReportCommands(late, scope, page), report.signal);
  for await (const rows of pagesBefore(find)) {
    yield rows.map((command) => presentCommand(command, report.now));
  }
}

function pagesBefore<R extends { id: number }>(
  find: (page: PageBefore) => Promise<R[]>,
): AsyncGenerator<R[]> {
  return pagesOf<R>(mostListed, ({ after, limit }) =>
    find({ before: after?.id ?? Number.MAX_SAFE_INTEGER, limit }),
  );
}

function scopeOf({ device, sensorName, range }: Report) {
  return { deviceId: device.id, sensorName, start: range.start, end: range.end };
}

function cut<R extends { id: number }>(rows: R[]): { listed: R[]; more: number | undefined } {
  const listed = rows.slice(0, mostListed);
  return { listed, more: rows.length > mostListed ? listed.at(-1)?.id : undefined };
}

/** Sums up the counts of an alerts report; every severity and type is present, if only with a zero. */
export function summariseAlerts(counts: readonly AlertCount[]) {
  return {
    total: sum(counts, ({ total }) => total),
    unread: sum(counts, ({ unread }) => unread),
    by_severity: countBy(severities, (word) =>
      sum(counts, ({ severity, total }) => (severity === word ? total : 0)),
    ),
    by_type: countBy(alertTypes, (word) =>
      sum(counts, ({ type, total }) => (type === word ? total : 0)),
    ),
  };
}

/** Sums up the counts of a pump report; an overdue pending command counts as expired. */
export function summariseCommands(counts: readonly CommandCount[]) {
  const overdue = sum(counts, (each) => (each.status === 'pending' ? each.overdue : 0));
  const byStatus = countBy(commandStatuses, (word) =>
    sum(counts, ({ status, total }) => (status === word ? total : 0)),
  );
  return {
    total: sum(counts, ({ total }) => total),
    executed: byStatus.executed,
    pending: byStatus.pending - overdue,
    cancelled: byStatus.cancelled,
    expired: byStatus.expired + overdue,
  };
}

function countBy<const W extends string>(words: readonly W[], count: (word: W) => number) {
  return Object.fromEntries(words.map((word) => [word, count(word)])) as Record<W, number>;
}

function sum<T>(items: readonly T[], count: (item: T) => number): number {
  return items.reduce((total, item) => total + count(item), 0);
}
