import { actionsForUsers, actionsForViewers } from '../../../accounts/declared-operations.ts';
import { failures } from '../../../kit/api/failures/api-error.ts';
import { fails } from '../../../kit/api/failures/failure-schema.ts';
import { linkToNext, usualPage } from '../../../kit/api/page.ts';
import { ById } from '../../../kit/api/schema/schema.ts';
import type { App } from '../../../kit/http/app.ts';
import { findDeviceFor, readerOf, requireRecord } from '../../guards.ts';
import { compileQueryValidator } from '../../reports/validate-query.ts';
import { type InsightDeps, insightsPath, opensInsight } from '../insight.ts';
import { addReceipt, stateSource } from './owner-records.ts';
import { deleteReceipt, findReceiptSeenBy } from './queries.ts';
import { reportRefills } from './report-refills.ts';
import {
  Deleted,
  NewReceipt,
  Receipt,
  Refills,
  RefillsQuery,
  SourceChange,
  StatedSource,
} from './schemas.ts';

/** Adds the operations on refills, their sources, and the receipts of what was paid for. */
export function addRefillsRoutes(app: App, deps: InsightDeps): void {
  const { db, guard, longReads } = deps;
  const open = opensInsight(deps);
  const action = actionsForUsers(guard, 'Insights');
  const forViewers = actionsForViewers(guard, 'Insights');

  app.get(
    insightsPath,
    {
      validatorCompiler: compileQueryValidator,
      ...forViewers('refills', {
        summary: 'Refills, newest first, with their sources and receipts',
        querystring: RefillsQuery,
        response: { 200: Refills, ...fails(404) },
      }),
    },
    async (request, reply) => {
      const opened = await open(request);
      const { limit = usualPage, before } = request.query;
      const { report, more } = await longReads.whole(readerOf(guard, request), () =>
        reportRefills(deps, opened, { limit, before }),
      );
      if (more !== undefined) linkToNext(request, reply, 'before', more);
      return report;
    },
  );

  app.post(
    insightsPath,
    forViewers('receipt', {
      summary: "Keep the receipt of a tanker's delivery",
      body: NewReceipt,
      response: { 201: Receipt, ...fails(403, 404) },
    }),
    async (request, reply) => {
      const viewer = guard.callerOf(request);
      const device = await findDeviceFor(db, 'operate', viewer, request.body.device_id);
      const receipt = await addReceipt(deps, device, request.body);
      reply.code(201);
      return receipt;
    },
  );

  app.delete(
    insightsPath,
    action('delete-receipt', {
      summary: 'Delete a receipt',
      querystring: ById,
      response: { 200: Deleted, ...fails(403, 404) },
    }),
    async (request) => {
      const { id } = request.query;
      const found = await findReceiptSeenBy(db.read, guard.callerOf(request).userId, id);
      const deleted = await deleteReceipt(db.write, requireRecord('operate', 'Receipt', found));
      if (!deleted) throw failures.notFound('Receipt');
      return { id, deleted };
    },
  );

  app.put(
    insightsPath,
    action('refill-source', {
      summary: 'Say where the water of a refill came from',
      body: SourceChange,
      response: { 200: StatedSource, ...fails(403, 404) },
    }),
    async (request) => {
      const viewer = guard.callerOf(request);
      const device = await findDeviceFor(db, 'operate', viewer, request.body.device_id);
      return await stateSource(deps, device, request.body);
    },
  );
}
