import { Type } from 'typebox';
import type { Guard } from '../../accounts/guard.ts';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/api-error.ts';
import { fails } from '../../kit/api/failure-schema.ts';
import { cutPage } from '../../kit/api/next-page.ts';
import type { App } from '../../kit/http/app.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { findOwnDevice, findsOwnDevice } from '../guards.ts';
import { acknowledge, markRead, snooze } from '../incidents/queries.ts';
import type { LivePublisher } from '../live-publisher.ts';
import { createManualAlert } from './create-manual-alert.ts';
import {
  countUnreadListed,
  deleteListedIncident,
  findListedIncidents,
  markAllListedRead,
} from './listed-incidents.ts';
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
  const { db, clock, guard, publisher } = deps;
  const onRequest = guard.requireUser;
  const ownDeviceOf = findsOwnDevice(guard, db.read);

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
      const device = await ownDeviceOf(request);
      const selection = { before, limit: limit + 1, severity };
      const rows = await findListedIncidents(db.longRead, device.id, selection);
      return cutPage(request, reply, { rows, limit, cursor: 'before' }).map((row) =>
        presentAlert(row, guard.callerOf(request).language),
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
        summary: "How many of a device's alerts are unread",
        querystring: OfDevice,
        response: { 200: UnreadCount, ...fails(400, 401, 404, 503) },
      },
    },
    async (request) => {
      const device = await ownDeviceOf(request);
      return { unread_count: await countUnreadListed(db.longRead, device.id) };
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
        response: { 201: Alert, ...fails(400, 401, 404, 413, 415, 503) },
      },
    },
    async (request, reply) => {
      const { userId, language } = guard.callerOf(request);
      const device = await findOwnDevice(db.read, userId, request.body.device_id);
      const alert = await createManualAlert(deps, device, request.body);
      reply.code(201);
      return presentAlert(alert, language);
    },
  );

  app.put(
    path,
    {
      constraints: { action: 'mark-read' },
      onRequest,
      schema: {
        ...about,
        summary: 'Mark an alert read',
        querystring: ById,
        response: { 200: Alert, ...fails(400, 401, 404, 503) },
      },
    },
    async (request) => {
      const reading = { id: request.query.id, now: clock() };
      const { userId, language } = guard.callerOf(request);
      const alert = await markRead(db.write, userId, reading);
      if (!alert) throw failures.notFound('Alert');
      if (alert.read_at === reading.now) publisher.alertsRead(alert.device_id);
      return presentAlert(alert, language);
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
        response: { 200: Alert, ...fails(400, 401, 404, 503) },
      },
    },
    async (request) => {
      const { userId, language } = guard.callerOf(request);
      const alert = await acknowledge(db.write, userId, { id: request.query.id, now: clock() });
      if (!alert) throw failures.notFound('Alert');
      publisher.alertsRaised([alert]);
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
        response: { 200: Alert, ...fails(400, 401, 404, 503) },
      },
    },
    async (request) => {
      const { id, until } = request.query;
      const { userId, language } = guard.callerOf(request);
      const rest = { id, until: readSnooze(until, clock()) };
      const alert = await snooze(db.write, userId, rest);
      if (!alert) throw failures.notFound('Alert');
      publisher.alertsRaised([alert]);
      return presentAlert(alert, language);
    },
  );

  app.put(
    path,
    {
      constraints: { action: 'mark-all-read' },
      onRequest,
      schema: {
        ...about,
        summary: 'Mark all alerts of a device read',
        querystring: OfDevice,
        response: { 200: Updated, ...fails(400, 401, 404, 503) },
      },
    },
    async (request) => {
      const device = await ownDeviceOf(request);
      const updated = await markAllListedRead(db, device.id, clock());
      if (updated > 0) publisher.alertsRead(device.id);
      return { updated };
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
        response: { 200: Deleted, ...fails(400, 401, 404, 503) },
      },
    },
    async (request) => {
      const { id } = request.query;
      const deviceId = await deleteListedIncident(db.write, guard.callerOf(request).userId, id);
      if (deviceId === undefined) throw failures.notFound('Alert');
      publisher.alertsRead(deviceId);
      return { id, deleted: true as const };
    },
  );
}
