import { actionsForUsers, actionsForViewers } from '../../../accounts/declared-operations.ts';
import { failures } from '../../../kit/api/failures/api-error.ts';
import { fails } from '../../../kit/api/failures/failure-schema.ts';
import { ById } from '../../../kit/api/schema/schema.ts';
import type { App } from '../../../kit/http/app.ts';
import { deviceFinder, findDeviceFor, readerOf, requireRecord } from '../../guards.ts';
import { type InsightDeps, insightsPath } from '../insight.ts';
import { readRefillId } from '../refills/report-refills.ts';
import { Deleted } from '../refills/schemas.ts';
import { addCleaning, deleteRefill, mostCorrections, takeBack } from './correct.ts';
import { findCorrectionSeenBy, findCorrections } from './queries.ts';
import {
  ByRefill,
  Correction,
  Corrections,
  CorrectionsQuery,
  NewCleaning,
  presentCorrection,
  RefillDeleted,
} from './schemas.ts';

/** Adds the operations by which people put the ledger right. */
export function addCorrectionsRoutes(app: App, deps: InsightDeps): void {
  const { db, guard, longReads } = deps;
  const action = actionsForUsers(guard, 'Insights');
  const forViewers = actionsForViewers(guard, 'Insights');
  const deviceOf = deviceFinder('see', guard, db);

  app.get(
    insightsPath,
    forViewers('corrections', {
      summary: 'Stretches in which people say that nothing was used and nothing came in',
      querystring: CorrectionsQuery,
      response: { 200: Corrections, ...fails(404) },
    }),
    async (request) => {
      const device = await deviceOf(request);
      const rows = await findCorrections(db.read, device.id, mostCorrections);
      const corrections = rows.map((row) => presentCorrection(row, row.name));
      return { device_id: String(device.id), corrections };
    },
  );

  app.post(
    insightsPath,
    action('cleaning', {
      summary: 'Say that a tank was cleaned or worked on, so that nothing counts as use or refill',
      body: NewCleaning,
      response: { 201: Correction, ...fails(403, 404, 409) },
    }),
    async (request, reply) => {
      const { userId } = guard.callerOf(request);
      const device = await findDeviceFor(db, 'operate', { userId }, request.body.device_id);
      const row = await longReads.whole(readerOf(guard, request), (signal) =>
        addCleaning(deps, device, request.body, signal),
      );
      reply.code(201);
      return presentCorrection(row, request.body.sensor_name);
    },
  );

  app.delete(
    insightsPath,
    action('delete-refill', {
      summary: 'Say that a refill was none',
      querystring: ByRefill,
      response: { 200: RefillDeleted, ...fails(403, 404, 409) },
    }),
    async (request) => {
      const { id } = request.query;
      const { userId } = guard.callerOf(request);
      const device = await findDeviceFor(db, 'operate', { userId }, id.split('-', 1)[0] ?? '');
      await longReads.whole(readerOf(guard, request), (signal) =>
        deleteRefill(deps, device, readRefillId(id), signal),
      );
      return { id, deleted: true as const };
    },
  );

  app.delete(
    insightsPath,
    action('delete-correction', {
      summary: 'Take a correction back',
      querystring: ById,
      response: { 200: Deleted, ...fails(403, 404) },
    }),
    async (request) => {
      const { id } = request.query;
      const found = await findCorrectionSeenBy(db.read, guard.callerOf(request).userId, id);
      const row = requireRecord('operate', 'Correction', found);
      const deleted = await longReads.whole(readerOf(guard, request), (signal) =>
        takeBack(deps, row, signal),
      );
      if (!deleted) throw failures.notFound('Correction');
      return { id, deleted };
    },
  );
}
