import type { FastifyRequest } from 'fastify';
import { actionsForViewers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { linkToNext } from '../../kit/api/page.ts';
import type { App } from '../../kit/http/app.ts';
import { deviceFinder, readerOf } from '../guards.ts';
import { exportReadings } from './export.ts';
import { reportDaily, reportUsage } from './level-reports.ts';
import { reportAlerts, reportPump } from './record-reports.ts';
import { openReport, type Report, type ReportDeps } from './report.ts';
import {
  AlertsReport,
  AlertsReportQuery,
  DailyReport,
  Export,
  ExportQuery,
  PumpReport,
  PumpReportQuery,
  ReportQuery,
  UsageReport,
  usualFormat,
} from './schemas.ts';
import { compileQueryValidator } from './validate-query.ts';

type ReportRequest = FastifyRequest<{ Querystring: ReportQuery }>;

export type ReportsDeps = ReportDeps & { guard: Guard };

const path = '/api/reports.php';

/** Adds the operations of document 1, section 4 "Reports". */
export function addReportsRoutes(app: App, deps: ReportsDeps): void {
  const { guard, longReads } = deps;
  const deviceOf = deviceFinder('see', guard, deps.db);
  const open = (request: ReportRequest): Promise<Report> =>
    openReport(deps, guard.callerOf(request), request, () => deviceOf(request));
  const action = actionsForViewers(guard, 'Reports', { validatorCompiler: compileQueryValidator });

  app.get(
    path,
    action('daily', {
      summary: 'Average, minimum and maximum of each day',
      querystring: ReportQuery,
      response: { 200: DailyReport, ...fails(404) },
    }),
    async (request) => {
      const report = await open(request);
      return await longReads.whole(readerOf(guard, request), () => reportDaily(deps, report));
    },
  );

  app.get(
    path,
    action('usage', {
      summary: 'What was consumed and refilled on each day',
      querystring: ReportQuery,
      response: { 200: UsageReport, ...fails(404) },
    }),
    async (request) => {
      const report = await open(request);
      return await longReads.whole(readerOf(guard, request), () => reportUsage(deps, report));
    },
  );

  app.get(
    path,
    action('alerts', {
      summary: 'Alerts with summary counts',
      querystring: AlertsReportQuery,
      response: { 200: AlertsReport, ...fails(404) },
    }),
    async (request, reply) => {
      const opened = await open(request);
      const { severity, type, before } = request.query;
      const { userId, language } = guard.callerOf(request);
      const { report, more } = await longReads.whole(readerOf(guard, request), () =>
        reportAlerts(deps, opened, { severity, type, before, userId, language }),
      );
      if (more !== undefined) linkToNext(request, reply, 'before', more);
      return report;
    },
  );

  app.get(
    path,
    action('pump', {
      summary: 'Pump commands with summary counts',
      querystring: PumpReportQuery,
      response: { 200: PumpReport, ...fails(404) },
    }),
    async (request, reply) => {
      const opened = await open(request);
      const { command, before } = request.query;
      const { report, more } = await longReads.whole(readerOf(guard, request), () =>
        reportPump(deps, opened, { command, before }),
      );
      if (more !== undefined) linkToNext(request, reply, 'before', more);
      return report;
    },
  );

  app.get(
    path,
    {
      // A HEAD would read everything that the GET sends.
      exposeHeadRoute: false,
      ...action('export', {
        summary: 'All readings as a JSON or CSV file',
        querystring: ExportQuery,
        response: { 200: Export, ...fails(404) },
      }),
    },
    async (request, reply) => {
      const report = await open(request);
      const { format = usualFormat, points } = request.query;
      const file = await longReads.written(readerOf(guard, request), () =>
        exportReadings(deps, report, { format, points }),
      );
      return reply
        .type(file.type)
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .send(file.content);
    },
  );
}
