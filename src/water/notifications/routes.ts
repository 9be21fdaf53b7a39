import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { actionsForUsers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import { clientOf } from '../../accounts/sessions/client.ts';
import type { PageBefore } from '../../db/db.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { findPage, PageQuery } from '../../kit/api/page.ts';
import { ById } from '../../kit/api/schema/schema.ts';
import type { App } from '../../kit/http/app.ts';
import { toIso } from '../../kit/time/instant.ts';
import { findDeviceFor } from '../guards.ts';
import { findNotifications } from './outbox/queries.ts';
import { Notification, presentNotification } from './schemas.ts';
import { sendTest } from './send-test.ts';
import {
  dropOwnKey,
  findOwnKeyId,
  isOwnKeyRevoked,
  type SmsAsker,
} from './settings/own-sms-key.ts';
import {
  NewSubscription,
  OldSubscription,
  PhoneCheck,
  PhoneCode,
  PhoneToVerify,
  RemovedSubscription,
  Settings,
  SettingsChange,
  Subscribed,
  TestOrder,
  Unsubscribed,
} from './settings/schemas.ts';
import { changeSettings, presentBrowser, readSettings } from './settings/settings.ts';
import {
  addSubscription,
  removeSubscription,
  removeSubscriptionById,
} from './settings/subscriptions.ts';
import { confirmPhone, type PhoneDeps, sendCode } from './settings/verify-phone.ts';

export type NotificationsDeps = PhoneDeps & {
  guard: Guard;
  stored: () => void;
};

const path = '/api/notifications.php';

/**
 * Adds our operations on notifications, in the manner of document 1: settings, browsers, phone, test,
 * history.
 */
export function addNotificationsRoutes(app: App, deps: NotificationsDeps): void {
  const { db, guard } = deps;
  const action = actionsForUsers(guard, 'Notifications');

  app.get(
    path,
    action('settings', {
      summary: 'How the caller is told of incidents',
      response: { 200: Settings },
    }),
    async (request) => {
      const { userId } = guard.callerOf(request);
      const isRevoked = await isOwnKeyRevoked(deps, askerOf(request), userId);
      return await readSettings(deps, db.read, userId, isRevoked);
    },
  );

  app.post(
    path,
    action('save', {
      summary: 'Change how the caller is told; what is left out stays',
      body: SettingsChange,
      response: { 200: Settings, ...fails(404) },
    }),
    async (request) => {
      const { userId } = guard.callerOf(request);
      const { device_id } = request.body;
      const device =
        device_id == null ? undefined : await findDeviceFor(db, 'see', { userId }, device_id);
      const asker = askerOf(request);
      const before = await findOwnKeyId(deps, userId);
      const settings = await changeSettings(deps, userId, {
        ...request.body,
        deviceId: device?.id,
        isOwnKeyRevoked: await isOwnKeyRevoked(deps, asker, userId),
      });
      await dropOwnKey(deps, asker, { userId, before });
      return settings;
    },
  );

  app.post(
    path,
    action('subscribe', {
      summary: 'Have a browser told by web push',
      description:
        'Until it is removed, or the session in which it asked last is ended by hand or by a new ' +
        'password. A session that expires ends none.',
      body: NewSubscription,
      response: { 201: Subscribed, ...fails(409) },
    }),
    async (request, reply) => {
      const { userId, sessionId } = guard.callerOf(request);
      const { userAgent } = clientOf(request);
      const asking = { userId, sessionId, userAgent };
      const target = await addSubscription(deps, asking, request.body);
      reply.code(201);
      return await presentBrowser(target);
    },
  );

  app.post(
    path,
    action('unsubscribe', {
      summary: 'Have the browser that asks told no more',
      body: OldSubscription,
      response: { 200: Unsubscribed },
    }),
    async (request) => {
      const { userId } = guard.callerOf(request);
      return { removed: await removeSubscription(deps, userId, request.body.endpoint) };
    },
  );

  app.delete(
    path,
    action('remove-subscription', {
      summary: 'Have any browser of the list told no more, also one that was lost',
      querystring: ById,
      response: { 200: RemovedSubscription, ...fails(404) },
    }),
    async (request) => {
      const { id } = request.query;
      await removeSubscriptionById(deps, guard.callerOf(request).userId, id);
      return { id, removed: true as const };
    },
  );

  app.post(
    path,
    action('verify-phone', {
      summary: 'Send a code to a number, by the SMS account of the caller',
      description:
        'This server makes itself an API key for it, unless `sms_key` of another service is set.',
      body: PhoneToVerify,
      response: { 200: PhoneCheck, ...fails(409, 429, 502) },
    }),
    async (request) => {
      const { userId } = guard.callerOf(request);
      const { phone: number, current_password } = request.body;
      // Here, so that a wrong one counts under the caller's address and not under the server's own.
      if (current_password) await guard.proveOwner(request, { current_password });
      const { phone, expiresAt } = await sendCode(deps, userId, {
        ...askerOf(request),
        phone: number,
        currentPassword: current_password,
      });
      return { phone, expires_at: toIso(expiresAt) };
    },
  );

  app.post(
    path,
    action('confirm-phone', {
      summary: "Show by the code of the SMS that the number is the caller's",
      body: PhoneCode,
      response: { 200: Settings, ...fails(409) },
    }),
    async (request) => {
      const { userId } = guard.callerOf(request);
      await confirmPhone(deps, userId, request.body.code);
      const isRevoked = await isOwnKeyRevoked(deps, askerOf(request), userId);
      return await readSettings(deps, db.write, userId, isRevoked);
    },
  );

  app.post(
    path,
    action('test', {
      summary: 'Send a test on a channel; the history says how it went',
      body: TestOrder,
      response: { 201: Type.Array(Notification), ...fails(409, 429) },
    }),
    async (request, reply) => {
      const rows = await sendTest(deps, guard.callerOf(request).userId, request.body.channel);
      reply.code(201);
      return rows.map(presentNotification);
    },
  );

  app.get(
    path,
    action('history', {
      summary: 'What the caller was told, when and on which channel, newest first',
      querystring: PageQuery('record'),
      response: { 200: Type.Array(Notification) },
    }),
    async (request, reply) => {
      const { userId } = guard.callerOf(request);
      const find = (page: PageBefore) => findNotifications(db.longRead, userId, page);
      return (await findPage(request, reply, find)).map(presentNotification);
    },
  );
}

/** Returns the bearer token with which the SMS service is asked in the name of the same person. */
function askerOf(request: FastifyRequest): SmsAsker {
  return { authorization: request.headers.authorization ?? '', address: request.ip };
}
