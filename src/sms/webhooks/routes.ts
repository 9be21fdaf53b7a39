import { Type } from 'typebox';
import { addWithinCap, type Cap } from '../../accounts/add-within-cap.ts';
import { operationsForUsers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import type { Database } from '../../db/database.ts';
import type { Db, PageBefore } from '../../db/db.ts';
import { type Destinations, readPostUrl } from '../../delivery/destinations.ts';
import { writeSecret } from '../../delivery/sign-post.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { findPage, PageQuery } from '../../kit/api/page.ts';
import { ById } from '../../kit/api/schema/schema.ts';
import type { App } from '../../kit/http/app.ts';
import type { Ids } from '../../kit/ids.ts';
import type { Clock } from '../../kit/time/clock.ts';
import {
  countWebhooks,
  deleteWebhook,
  findDeliveries,
  findWebhook,
  findWebhooksOf,
  insertWebhook,
  type Webhook as WebhookRow,
} from './queries.ts';
import {
  Delivery,
  NewWebhook,
  presentDelivery,
  presentWebhook,
  Trial,
  Webhook,
  WebhookWithSecret,
} from './schemas.ts';
import { createTrials } from './send-trial.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

export type WebhooksDeps = {
  db: Database;
  clock: Clock;
  ids: Ids;
  guard: Guard;
  destinations: Destinations;
  secrets: WebhookSecrets;
  /** Longest wait of a trial for its answer, in milliseconds; ten seconds unless a test sets another. */
  deadlineMs?: number;
};

const path = '/account/webhooks';

/** Document 2, section 6 "Events", which leaves webhooks open; settled in `docs/api/sms-events.md`. */
export function addWebhooksRoutes(app: App, deps: WebhooksDeps): void {
  const { db, guard } = deps;
  const operation = operationsForUsers(guard, 'SMS account');
  const sendTrial = createTrials(deps);

  const findOwn = async (userId: number, id: number): Promise<WebhookRow> => {
    const webhook = await findWebhook(db.read, userId, id);
    if (!webhook) throw failures.notFound('Webhook');
    return webhook;
  };

  app.post(
    path,
    operation({
      summary: 'Create a webhook',
      body: NewWebhook,
      response: { 201: WebhookWithSecret, ...fails(409) },
    }),
    async (request, reply) => {
      const { userId } = guard.callerOf(request);
      const { webhook, secret } = await createWebhook(deps, userId, request.body.url);
      reply.code(201);
      return { ...presentWebhook(webhook), secret };
    },
  );

  app.get(
    path,
    operation({
      summary: 'List the webhooks, without their secrets',
      response: { 200: Type.Array(Webhook) },
    }),
    async (request) => {
      const webhooks = await findWebhooksOf(db.read, [guard.callerOf(request).userId]);
      return webhooks.map(presentWebhook);
    },
  );

  app.delete(
    `${path}/:id`,
    operation({
      summary: 'Delete a webhook; what it was not told yet is dropped',
      params: ById,
      response: { 200: Webhook, ...fails(404) },
    }),
    async (request) => {
      const { userId } = guard.callerOf(request);
      const webhook = await deleteWebhook(db.write, userId, request.params.id);
      if (!webhook) throw failures.notFound('Webhook');
      return presentWebhook(webhook);
    },
  );

  app.post(
    `${path}/:id/test`,
    operation({
      summary: 'Send a webhook a trial event now, and tell how it went',
      params: ById,
      response: { 200: Trial, ...fails(404, 409) },
    }),
    async (request) => {
      const webhook = await findOwn(guard.callerOf(request).userId, request.params.id);
      return await sendTrial(webhook);
    },
  );

  app.get(
    `${path}/:id/deliveries`,
    operation({
      summary: "A webhook's deliveries of the last week, newest first",
      params: ById,
      querystring: PageQuery('record'),
      response: { 200: Type.Array(Delivery), ...fails(404) },
    }),
    async (request, reply) => {
      const webhook = await findOwn(guard.callerOf(request).userId, request.params.id);
      const find = (page: PageBefore) => findDeliveries(db.longRead, webhook, page);
      return (await findPage(request, reply, find)).map(presentDelivery);
    },
  );
}

type CreateDeps = {
  db: Database;
  clock: Clock;
  ids: Ids;
  destinations: Destinations;
  secrets: WebhookSecrets;
};

const mostWebhooks = 10;

const cap: Cap = {
  most: mostWebhooks,
  count: countWebhooks,
  code: 'too_many_webhooks',
  message: `An account has at most ${mostWebhooks} webhooks; delete one first.`,
};

/**
 * Gives an account a further webhook, with a secret that is shown only once.
 * @throws 400 for a URL that events cannot go to, 409 where the account has ten already, or one of this URL.
 */
async function createWebhook(
  { db, clock, ids, destinations, secrets }: CreateDeps,
  userId: number,
  text: string,
): Promise<{ webhook: WebhookRow; secret: string }> {
  const url = readPostUrl(text, destinations);
  const secret = writeSecret(Buffer.from(ids.secret(32), 'base64url'));
  const sealed_secret = secrets.close(userId, secret);
  const row = { user_id: userId, url, sealed_secret, created_at: clock() };
  const webhook = await addWithinCap(db, userId, cap, async (trx) => {
    await requireNewUrl(trx, userId, url);
    return await insertWebhook(trx, row);
  });
  return { webhook, secret };
}

/**
 * Refuses a URL that events go to already: whoever asks again because the answer was lost would get each event twice.
 * @throws 409, naming the webhook.
 */
async function requireNewUrl(db: Db, userId: number, url: string): Promise<void> {
  const same = (await findWebhooksOf(db, [userId])).find((webhook) => webhook.url === url);
  if (!same) return;
  const message = `Webhook ${same.id} has this URL already; delete it first to get a new secret.`;
  throw failures.conflict('webhook_exists', message);
}
