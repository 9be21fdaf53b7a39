import { fails } from '../../../kit/api/failures/failure-schema.ts';
import type { App } from '../../../kit/http/app.ts';
import { readerOf } from '../../guards.ts';
import { ReportQuery } from '../../reports/schemas.ts';
import { compileQueryValidator } from '../../reports/validate-query.ts';
import { aboutInsights, type InsightDeps, insightsPath, opensInsight } from '../insight.ts';
import { reportQuality } from './report-quality.ts';
import { Quality } from './schemas.ts';

/** What the sensors of a device are worth, and what can be done about it. */
export function addQualityRoutes(app: App, deps: InsightDeps): void {
  const { guard, longReads } = deps;
  const open = opensInsight(deps);

  app.get(
    insightsPath,
    {
      onRequest: guard.requireUser,
      validatorCompiler: compileQueryValidator,
      constraints: { action: 'quality' },
      schema: {
        ...aboutInsights,
        summary: 'What the sensors are worth, and what to do about it',
        querystring: ReportQuery,
        response: { 200: Quality, ...fails(400, 401, 404, 503) },
      },
    },
    async (request) => {
      const report = await open(request);
      return await longReads.whole(readerOf(guard, request), () => reportQuality(deps, report));
    },
  );
}
