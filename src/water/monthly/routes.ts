import { actionsForViewers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { linkToNext } from '../../kit/api/page.ts';
import type { App } from '../../kit/http/app.ts';
import { readerOf } from '../guards.ts';
import type { ReportDeps } from '../reports/report.ts';
import { sendsFiles } from '../reports/report-files.ts';
import { OrFile } from '../reports/schemas.ts';
import { monthFile } from './month-file.ts';
import { openMonth, reportMonthly } from './report-monthly.ts';
import { MonthlyQuery, MonthlyReport, usualDevices } from './schemas.ts';

/** Adds our report on a month of all tanks, in the manner of document 1. */
export function addMonthlyRoute(app: App, deps: ReportDeps & { guard: Guard }): void {
  const { db, guard, longReads } = deps;
  const sendFile = sendsFiles(longReads);
  const action = actionsForViewers(guard, 'Reports');

  app.get(
    '/api/reports.php',
    action('monthly', {
      summary: 'A month of all tanks, or of a group: used, refilled, spilt, lost, shillings',
      querystring: MonthlyQuery,
      response: { 200: OrFile(MonthlyReport), ...fails(404) },
    }),
    async (request, reply) => {
      const { limit = usualDevices, after = 0, format } = request.query;
      const reader = readerOf(guard, request);
      const opened = await openMonth(deps, guard.callerOf(request), request.query);
      if (format === 'csv') {
        return await sendFile(reply, reader, async (signal) => monthFile(db, opened, signal));
      }
      const { report, more } = await longReads.whole(reader, (signal) =>
        reportMonthly(db, opened, { limit, after, signal }),
      );
      if (more !== undefined) linkToNext(request, reply, 'after', more);
      return reply.send(report);
    },
  );
}
