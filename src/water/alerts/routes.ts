import { Type } from 'typebox';
import type { Guard } from '../../accounts/guard.ts';
import type { Database } from '../../db/database.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { cutPage } from '../../kit/api/next-page.ts';
import type { App } from '../../kit/http/app.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { actorOf } from '../device-log.ts';
import { findDeviceTo, findsDeviceTo } from '../guards.ts';
import type { LivePublisher } from '../live-publisher.ts';
import { acknowledgeAlert, snoozeAlert } from './answer-alert.ts';
import { createManualAlert } from './create-manual-alert.ts';
import { deleteAlert } from './delete-alert.ts';
import { countUnreadListed, findListedIncidents } from './listed-incidents.ts';
import { markAllRead, markRead } from './mark-read.ts';
import { readSnooze } from './read-snooze.ts';
import {
  Alert,
  ById,
  Deleted,
  ListQuery,
  NewAlert,
  OfDevice,
  presentAlert,
  SnoozeQuery,
  UnreadCount,
  Updated,
  usualPage,
} from './schemas.ts';

export type AlertsDeps = { db: Database; clock: Clock; guard: Guard; publisher: LivePublisher };

const path = '/api/alerts.php';
const about = { tags: ['Alerts'], security: [{ bearer: [] }] };

/** Document 1, section 4 "Alerts"; the states are in its section 3. */
export function addAlertsRoutes(app: App, deps: AlertsDeps): void {
  const { db, clock, guard } = deps;
  const onRequest = guard.requireUser;
  const deviceOf = findsDeviceTo('see', guard, db.read);

  app.get(
    path,
    {
      constraints: { action: 'list' },
      onRequest,
      schema: {
        ...about,
        summary: "A device's alerts, newest first",
        querystring: ListQuery,
        response: { 200: Type.Array(Alert), ...fails(400, 401, 404, 503) },
      },
    },
    async (request, reply) => {
      const { severity, limit = usualPage, before = Number.MAX_SAFE_INTEGER } = request.query;
      const device = await deviceOf(request);
      const { userId, language } = guard.callerOf(request);
      const selection = { before, limit: limit + 1, severity };
      const rows = await findListedIncidents(db.longRead, userId, device.id, selection);
      return cutPage(request, reply, { rows, limit, cursor: 'before' }).map((row) =>
        presentAlert(row, language),
      );
    },
  );

  app.get(
    path,
    {
      constraints: { action: 'unread-count' },
      onRequest,
      schema: {
        ...about,
        summary: "How many of a device's alerts the caller has not read",
        querystring: OfDevice,
        response: { 200: UnreadCount, ...fails(400, 401, 404, 503) },
      },
    },
    async (request) => {
      const device = await deviceOf(request);
      const { userId } = guard.callerOf(request);
      return { unread_count: await countUnreadListed(db.longRead, userId, device.id) };
    },
  );

  app.post(
    path,
    {
      constraints: { action: 'create' },
      onRequest,
      schema: {
        ...about,
        summary: 'Create an alert',
        body: NewAlert,
        response: { 201: Alert, ...fails(400, 401, 403, 404, 413, 415, 503) },
      },
    },
    async (request, reply) => {
      const { userId, language } = guard.callerOf(request);
      const device = await findDeviceTo(db.read, 'operate', userId, request.body.device_id);
      const alert = await createManualAlert(deps, actorOf(guard, request), device, request.body);
      reply.code(201);
      return presentAlert({ ...alert, read_at: null }, language);
    },
  );

  app.put(
    path,
    {
      constraints: { action: 'mark-read' },
      onRequest,
      schema: {
        ...about,
        summary: 'Mark an alert read, for the caller',
        querystring: ById,
        response: { 200: Alert, ...fails(400, 401, 404, 503) },
      },
    },
    async (request) => {
      const { userId, language } = guard.callerOf(request);
      return presentAlert(await markRead(deps, userId, request.query.id), language);
    },
  );

  app.put(
    path,
    {
      constraints: { action: 'acknowledge' },
      onRequest,
      schema: {
        ...about,
        summary: 'Take an alert upon oneself',
        querystring: ById,
        response: { 200: Alert, ...fails(400, 401, 403, 404, 503) },
      },
    },
    async (request) => {
      const { language } = guard.callerOf(request);
      const alert = await acknowledgeAlert(deps, actorOf(guard, request), request.query.id);
      return presentAlert(alert, language);
    },
  );

  app.put(
    path,
    {
      constraints: { action: 'snooze' },
      onRequest,
      schema: {
        ...about,
        summary: 'Let an alert rest until an instant',
        querystring: SnoozeQuery,
        response: { 200: Alert, ...fails(400, 401, 403, 404, 503) },
      },
    },
    async (request) => {
      const { id, until } = request.query;
      const { language } = guard.callerOf(request);
      const rest = { id, until: readSnooze(until, clock()) };
      return presentAlert(await snoozeAlert(deps, actorOf(guard, request), rest), language);
    },
  );

  app.put(
    path,
    {
      constraints: { action: 'mark-all-read' },
      onRequest,
      schema: {
        ...about,
        summary: 'Mark all alerts of a device read, for the caller',
        querystring: OfDevice,
        response: { 200: Updated, ...fails(400, 401, 404, 503) },
      },
    },
    async (request) => {
      const device = await deviceOf(request);
      const { userId } = guard.callerOf(request);
      return { updated: await markAllRead(deps, userId, device.id) };
    },
  );

  app.delete(
    path,
    {
      constraints: { action: 'delete' },
      onRequest,
      schema: {
        ...about,
        summary: 'Delete an alert',
        querystring: ById,
        response: { 200: Deleted, ...fails(400, 401, 403, 404, 503) },
      },
    },
    async (request) => {
      const { id } = request.query;
      await deleteAlert(deps, actorOf(guard, request), id);
      return { id, deleted: true as const };
    },
  );
}
