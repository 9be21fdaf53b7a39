import { Type } from 'typebox';
import type { Guard } from '../../accounts/guard.ts';
import type { Database } from '../../db/database.ts';
import type { Destinations } from '../../delivery/destinations.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { cutPage } from '../../kit/api/next-page.ts';
import type { App } from '../../kit/http/app.ts';
import type { Ids } from '../../kit/ids.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { createWebhook } from './create-webhook.ts';
import {
  deleteWebhook,
  findDeliveries,
  findWebhook,
  findWebhooksOf,
  type Webhook as WebhookRow,
} from './queries.ts';
import {
  ById,
  Delivery,
  NewWebhook,
  PageQuery,
  presentDelivery,
  presentWebhook,
  Trial,
  usualPage,
  Webhook,
  WebhookWithSecret,
} from './schemas.ts';
import { createTrials } from './send-trial.ts';

export type WebhooksDeps = {
  db: Database;
  clock: Clock;
  ids: Ids;
  guard: Guard;
  destinations: Destinations;
  /** How long a trial waits for its answer, in milliseconds; ten seconds unless a test says otherwise. */
  deadlineMs?: number;
};

const path = '/account/webhooks';
const about = { tags: ['SMS account'], security: [{ bearer: [] }] };

/** Document 2, section 6 "Events", which leaves webhooks open; settled in `docs/api/sms-events.md`. */
export function addWebhooksRoutes(app: App, deps: WebhooksDeps): void {
  const { db, guard } = deps;
  const onRequest = guard.requireUser;
  const sendTrial = createTrials(deps);

  const findOwn = async (userId: number, id: number): Promise<WebhookRow> => {
    const webhook = await findWebhook(db.read, userId, id);
    if (!webhook) throw failures.notFound('Webhook');
    return webhook;
  };

  app.post(
    path,
    {
      onRequest,
      schema: {
        ...about,
        summary: 'Create a webhook',
        body: NewWebhook,
        response: { 201: WebhookWithSecret, ...fails(400, 401, 409, 413, 415, 503) },
      },
    },
    async (request, reply) => {
      const { userId } = guard.callerOf(request);
      const webhook = await createWebhook(deps, userId, request.body.url);
      reply.code(201);
      return { ...presentWebhook(webhook), secret: webhook.secret };
    },
  );

  app.get(
    path,
    {
      onRequest,
      schema: {
        ...about,
        summary: 'List the webhooks, without their secrets',
        response: { 200: Type.Array(Webhook), ...fails(401, 503) },
      },
    },
    async (request) => {
      const webhooks = await findWebhooksOf(db.read, [guard.callerOf(request).userId]);
      return webhooks.map(presentWebhook);
    },
  );

  app.delete(
    `${path}/:id`,
    {
      onRequest,
      schema: {
        ...about,
        summary: 'Delete a webhook; what it was not told yet is dropped',
        params: ById,
        response: { 200: Webhook, ...fails(400, 401, 404, 503) },
      },
    },
    async (request) => {
      const { userId } = guard.callerOf(request);
      const webhook = await deleteWebhook(db.write, userId, request.params.id);
      if (!webhook) throw failures.notFound('Webhook');
      return presentWebhook(webhook);
    },
  );

  app.post(
    `${path}/:id/test`,
    {
      onRequest,
      schema: {
        ...about,
        summary: 'Send a webhook a trial event now, and tell how it went',
        params: ById,
        response: { 200: Trial, ...fails(400, 401, 404, 409, 503) },
      },
    },
    async (request) => {
      const webhook = await findOwn(guard.callerOf(request).userId, request.params.id);
      return await sendTrial(webhook);
    },
  );

  app.get(
    `${path}/:id/deliveries`,
    {
      onRequest,
      schema: {
        ...about,
        summary: "A webhook's deliveries of the last week, newest first",
        params: ById,
        querystring: PageQuery,
        response: { 200: Type.Array(Delivery), ...fails(400, 401, 404, 503) },
      },
    },
    async (request, reply) => {
      const { limit = usualPage, before = Number.MAX_SAFE_INTEGER } = request.query;
      const webhook = await findOwn(guard.callerOf(request).userId, request.params.id);
      const rows = await findDeliveries(db.longRead, webhook, { before, limit: limit + 1 });
      return cutPage(request, reply, { rows, limit, cursor: 'before' }).map(presentDelivery);
    },
  );
}
