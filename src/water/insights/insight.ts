import type { FastifyRequest } from 'fastify';
import type { Guard } from '../../accounts/guard.ts';
import { deviceFinder } from '../guards.ts';
import { openReport, type Report, type ReportDeps } from '../reports/report.ts';
import type { ReportQuery } from '../reports/schemas.ts';

export type InsightDeps = ReportDeps & { guard: Guard };

/** Path of all insights, one action each. */
export const insightsPath = '/api/insights.php';

type InsightRequest = FastifyRequest<{ Querystring: ReportQuery }>;

/** Opens an insight for its caller, with the parameters and failures of a report. */
export function opensInsight(deps: InsightDeps): (request: InsightRequest) => Promise<Report> {
  const { guard, db } = deps;
  const deviceOf = deviceFinder('see', guard, db);
  return (request) => openReport(deps, guard.callerOf(request), request, () => deviceOf(request));
}
