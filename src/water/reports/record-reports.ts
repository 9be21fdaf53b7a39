import type { Language } from '../../accounts/language.ts';
import { presentAlert } from '../alerts/schemas.ts';
import type { AlertType, PumpCommand, Severity } from '../fields.ts';
import { presentCommand } from '../pump-commands/schemas.ts';
import type { Report, ReportDeps } from './report.ts';
import { summariseAlerts, summariseCommands } from './report-counts.ts';
import {
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
type Reader = { userId: number; language: Language };

/** Reports the newest alerts; the summary counts all. */
export async function reportAlerts(
  { db }: Pick<ReportDeps, 'db'>,
  report: Report,
  { before = Number.MAX_SAFE_INTEGER, userId, language, ...filter }: AlertFilter & From & Reader,
): Promise<Listed<AlertsReport>> {
  const scope = { ...scopeOf(report), ...filter, userId };
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

function scopeOf({ device, sensorName, range }: Report) {
  return { deviceId: device.id, sensorName, start: range.start, end: range.end };
}

function cut<R extends { id: number }>(rows: R[]): { listed: R[]; more: number | undefined } {
  const listed = rows.slice(0, mostListed);
  return { listed, more: rows.length > mostListed ? listed.at(-1)?.id : undefined };
}
