import { actionsForViewers } from '../../../accounts/declared-operations.ts';
import { fails } from '../../../kit/api/failures/failure-schema.ts';
import type { App } from '../../../kit/http/app.ts';
import { readerOf } from '../../guards.ts';
import { ReportQuery } from '../../reports/schemas.ts';
import { compileQueryValidator } from '../../reports/validate-query.ts';
import { type InsightDeps, insightsPath, opensInsight } from '../insight.ts';
import { reportQuality } from './report-quality.ts';
import { Quality } from './schemas.ts';

/** Adds the operation on the quality of a device's sensors, with advice. */
export function addQualityRoutes(app: App, deps: InsightDeps): void {
  const { guard, longReads } = deps;
  const open = opensInsight(deps);
  const action = actionsForViewers(guard, 'Insights', { validatorCompiler: compileQueryValidator });

  app.get(
    insightsPath,
    action('quality', {
      summary: 'What the sensors are worth, and what to do about it',
      querystring: ReportQuery,
      response: { 200: Quality, ...fails(404) },
    }),
    async (request) => {
      const report = await open(request);
      return await longReads.whole(readerOf(guard, request), () => reportQuality(deps, report));
    },
  );
}
