import { Type } from 'typebox';
import {
  actionsForUsers,
  actionsForViewers,
  operationsForViewers,
} from '../../accounts/declared-operations.ts';
import type { Caller, Guard } from '../../accounts/guard.ts';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import { findPage } from '../../kit/api/page.ts';
import { compileWithFaults } from '../../kit/api/schema/field-rules.ts';
import { ById } from '../../kit/api/schema/schema.ts';
import type { App } from '../../kit/http/app.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { actorOf } from '../device-log.ts';
import { deviceFinder, findDeviceFor } from '../guards.ts';
import type { LivePublisher } from '../live-publisher.ts';
import { acknowledgeAlert, findSnoozeFaults, readSnooze, snoozeAlert } from './answer-alert.ts';
import { createManualAlert } from './create-manual-alert.ts';
import { deleteAlert } from './delete-alert.ts';
import { countUnreadListed, findListedIncidents, findListedSeenBy } from './listed-incidents.ts';
import { markAllRead, markRead } from './mark-read.ts';
import {
  AccountListQuery,
  Alert,
  Deleted,
  ListQuery,
  NewAlert,
  OfDevice,
  presentAlert,
  SnoozeQuery,
  UnreadCount,
  Updated,
} from './schemas.ts';

export type AlertsDeps = { db: Database; clock: Clock; guard: Guard; publisher: LivePublisher };

const path = '/api/alerts.php';

/** Adds the operations of document 1, section 4 "Alerts"; the states are in its section 3. */
export function addAlertsRoutes(app: App, deps: AlertsDeps): void {
  const { db, clock, guard } = deps;
  const action = actionsForUsers(guard, 'Alerts');
  const forViewers = actionsForViewers(guard, 'Alerts');
  const deviceOf = deviceFinder('see', guard, db);

  app.get(
    path,
    forViewers('list', {
      summary: "A device's alerts, newest first",
      querystring: ListQuery,
      response: { 200: Type.Array(Alert), ...fails(404) },
    }),
    async (request, reply) => {
      const { severity } = request.query;
      const { id } = await deviceOf(request);
      const viewer = guard.callerOf(request);
      const rows = await findPage(request, reply, (page) =>
        findListedIncidents(db.longRead, viewer, id, { ...page, severity }),
      );
      return rows.map((row) => presentAlert(row, viewer.language));
    },
  );

  app.get(
    path,
    forViewers('unread-count', {
      summary: "How many of a device's alerts the caller has not read",
      querystring: OfDevice,
      response: { 200: UnreadCount, ...fails(404) },
    }),
    async (request) => {
      const device = await deviceOf(request);
      const { userId } = guard.callerOf(request);
      return { unread_count: await countUnreadListed(db.longRead, userId, device.id) };
    },
  );

  app.post(
    path,
    action('create', {
      summary: 'Create an alert',
      body: NewAlert,
      response: { 201: Alert, ...fails(403, 404) },
    }),
    async (request, reply) => {
      const { userId, language } = guard.callerOf(request);
      const device = await findDeviceFor(db, 'operate', { userId }, request.body.device_id);
      const alert = await createManualAlert(deps, actorOf(guard, request), device, request.body);
      reply.code(201);
      return presentAlert({ ...alert, read_at: null }, language);
    },
  );

  app.put(
    path,
    action('mark-read', {
      summary: 'Mark an alert read, for the caller',
      querystring: ById,
      response: { 200: Alert, ...fails(404) },
    }),
    async (request) => {
      const { userId, language } = guard.callerOf(request);
      return presentAlert(await markRead(deps, userId, request.query.id), language);
    },
  );

  app.put(
    path,
    action('acknowledge', {
      summary: 'Take an alert upon oneself',
      querystring: ById,
      response: { 200: Alert, ...fails(403, 404) },
    }),
    async (request) => {
      const { language } = guard.callerOf(request);
      const alert = await acknowledgeAlert(deps, actorOf(guard, request), request.query.id);
      return presentAlert(alert, language);
    },
  );

  app.put(
    path,
    {
      validatorCompiler: compileWithFaults((sent) => findSnoozeFaults(sent, clock())),
      ...action('snooze', {
        summary: 'Let an alert rest until an instant',
        querystring: SnoozeQuery,
        response: { 200: Alert, ...fails(403, 404) },
      }),
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
    action('mark-all-read', {
      summary: 'Mark all alerts of a device read, for the caller',
      querystring: OfDevice,
      response: { 200: Updated, ...fails(404) },
    }),
    async (request) => {
      const device = await deviceOf(request);
      const { userId } = guard.callerOf(request);
      return { updated: await markAllRead(deps, userId, device.id) };
    },
  );

  app.delete(
    path,
    action('delete', {
      summary: 'Delete an alert',
      querystring: ById,
      response: { 200: Deleted, ...fails(403, 404) },
    }),
    async (request) => {
      const { id } = request.query;
      await deleteAlert(deps, actorOf(guard, request), id);
      return { id, deleted: true as const };
    },
  );
}

type AccountAlertsDeps = Pick<AlertsDeps, 'db' | 'guard'>;

/** Adds the list of alerts of all devices together, beyond document 1, which lists them device by device. */
export function addAccountAlertsRoutes(app: App, { db, guard }: AccountAlertsDeps): void {
  const operation = operationsForViewers(guard, 'Alerts');

  app.get(
    '/api/alerts',
    operation({
      summary: "The alerts of all the caller's devices, own and shared, newest first",
      querystring: AccountListQuery,
      response: { 200: Type.Array(Alert), ...fails(404) },
    }),
    async (request, reply) => {
      const viewer = guard.callerOf(request);
      const { userId, language } = viewer;
      const { device_id, severity, unread } = request.query;
      requireOneDevice(viewer, device_id);
      const device =
        device_id === undefined ? undefined : await findDeviceFor(db, 'see', viewer, device_id);
      const rows = await findPage(request, reply, (page) => {
        const selection = { ...page, severity, unread: unread === 'true' };
        return device
          ? findListedIncidents(db.longRead, viewer, device.id, selection)
          : findListedSeenBy(db.longRead, userId, selection);
      });
      return rows.map((row) => presentAlert(row, language));
    },
  );
}

/** @throws ApiError 400 for a program that is for some devices only and asks for the alerts of all. */
function requireOneDevice({ program }: Caller, deviceId: string | undefined): void {
  if (program?.deviceIds === undefined || deviceId !== undefined) return;
  throw failures.invalidField('device_id', fault('required'));
}
