import { actionsForViewers } from '../../../accounts/declared-operations.ts';
import { fails } from '../../../kit/api/failures/failure-schema.ts';
import type { App } from '../../../kit/http/app.ts';
import { readerOf } from '../../guards.ts';
import { ReportQuery } from '../../reports/schemas.ts';
import { compileQueryValidator } from '../../reports/validate-query.ts';
import { type InsightDeps, insightsPath, opensInsight } from '../insight.ts';
import { reportLeaks } from './report-leaks.ts';
import { Leaks } from './schemas.ts';

/** Water that runs away by itself. */
export function addLeaksRoutes(app: App, deps: InsightDeps): void {
  const { guard, longReads } = deps;
  const open = opensInsight(deps);
  const action = actionsForViewers(guard, 'Insights', { validatorCompiler: compileQueryValidator });

  app.get(
    insightsPath,
    action('leaks', {
      summary: 'What runs away by itself, as the nights show it',
      querystring: ReportQuery,
      response: { 200: Leaks, ...fails(404) },
    }),
    async (request) => {
      const report = await open(request);
      const { userId } = guard.callerOf(request);
      return await longReads.whole(readerOf(guard, request), () =>
        reportLeaks(deps, report, userId),
      );
    },
  );
}
