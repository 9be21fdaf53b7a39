import type { FastifyRequest } from 'fastify';
import { actionsForViewers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { linkToNext } from '../../kit/api/page.ts';
import type { App } from '../../kit/http/app.ts';
import { asAttachment } from '../../kit/http/attachment.ts';
import { deviceFinder, readerOf } from '../guards.ts';
import { exportReadings } from './export.ts';
import { reportDaily, reportUsage } from './level-reports.ts';
import { alertPages, commandPages, reportAlerts, reportPump } from './record-reports.ts';
import { openReport, type Report, type ReportDeps } from './report.ts';
import {
  fileOf,
  sendsFiles,
  writeAlerts,
  writeCommands,
  writeDaily,
  writeUsage,
} from './report-files.ts';
import {
  AlertsReport,
  AlertsReportQuery,
  DailyReport,
  DaysReportQuery,
  Export,
  ExportQuery,
  OrFile,
  PumpReport,
  PumpReportQuery,
  type ReportQuery,
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
  const sendFile = sendsFiles(longReads);

  app.get(
    path,
    action('daily', {
      summary: 'Average, minimum and maximum of each day',
      querystring: DaysReportQuery,
      response: { 200: OrFile(DailyReport), ...fails(404) },
    }),
    async (request, reply) => {
      const report = await open(request);
      const reader = readerOf(guard, request);
      const { language } = guard.callerOf(request);
      const read = () => reportDaily(deps, report, language);
      if (request.query.format !== 'csv') return reply.send(await longReads.whole(reader, read));
      return await sendFile(reply, reader, async () =>
        fileOf('levels', report, writeDaily(await read(), { language, device: report.device })),
      );
    },
  );

  app.get(
    path,
    action('usage', {
      summary: 'What was consumed and refilled on each day',
      querystring: DaysReportQuery,
      response: { 200: OrFile(UsageReport), ...fails(404) },
    }),
    async (request, reply) => {
      const report = await open(request);
      const reader = readerOf(guard, request);
      const { language } = guard.callerOf(request);
      const read = () => reportUsage(deps, report, language);
      if (request.query.format !== 'csv') return reply.send(await longReads.whole(reader, read));
      return await sendFile(reply, reader, async () =>
        fileOf('use', report, writeUsage(await read(), { language, device: report.device })),
      );
    },
  );

  app.get(
    path,
    action('alerts', {
      summary: 'Alerts with summary counts',
      querystring: AlertsReportQuery,
      response: { 200: OrFile(AlertsReport), ...fails(404) },
    }),
    async (request, reply) => {
      const opened = await open(request);
      const { severity, type, before, format } = request.query;
      const viewer = guard.callerOf(request);
      const reader = readerOf(guard, request);
      const asked = { severity, type, viewer, language: viewer.language };
      if (format === 'csv') {
        return await sendFile(reply, reader, async () =>
          fileOf('alerts', opened, writeAlerts(alertPages(deps, opened, asked), opened.timezone)),
        );
      }
      const { report, more } = await longReads.whole(reader, () =>
        reportAlerts(deps, opened, { ...asked, before }),
      );
      if (more !== undefined) linkToNext(request, reply, 'before', more);
      return reply.send(report);
    },
  );

  app.get(
    path,
    action('pump', {
      summary: 'Pump commands with summary counts',
      querystring: PumpReportQuery,
      response: { 200: OrFile(PumpReport), ...fails(404) },
    }),
    async (request, reply) => {
      const opened = await open(request);
      const { command, before, format } = request.query;
      const reader = readerOf(guard, request);
      if (format === 'csv') {
        return await sendFile(reply, reader, async () =>
          fileOf(
            'pump',
            opened,
            writeCommands(commandPages(deps, opened, { command }), opened.timezone),
          ),
        );
      }
      const { report, more } = await longReads.whole(reader, () =>
        reportPump(deps, opened, { command, before }),
      );
      if (more !== undefined) linkToNext(request, reply, 'before', more);
      return reply.send(report);
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
      return asAttachment(reply, file.name, file.type).send(file.content);
    },
  );
}
