import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach } from 'node:test';
import pino from 'pino';
import type { Database } from '../../../src/db/database.ts';
import { type DeliverDeps, deliver } from '../../../src/delivery/deliver.ts';
import { createDestinations } from '../../../src/delivery/destinations.ts';
import { TargetPauses } from '../../../src/delivery/next-try.ts';
import { createAgents } from '../../../src/delivery/signed-post.ts';
import { toDelivery } from '../../../src/sms/webhooks/enqueue-events.ts';
import { createEventSender, type PostEventDeps } from '../../../src/sms/webhooks/post-event.ts';
import {
  type Delivery,
  findDeliveries,
  insertDeliveries,
  insertWebhook,
  type Webhook,
  webhookQueue,
} from '../../../src/sms/webhooks/queries.ts';
import { openTestDatabase } from '../database/test-database.ts';
import { watchSteadyClock } from '../server/steady-clock.ts';
import type { Engine } from '../server/test-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../sms/webhook-receiver.ts';
import { sealSecret, webhookSecrets } from '../sms/webhook-secrets.ts';

/** Secret of every webhook here. */
export const secretBytes = Buffer.alloc(32, 7);

type Stored = Awaited<ReturnType<typeof findDeliveries>>;

/** Fixture of a suite of webhook deliveries: a database for all its tests, all else new for each. */
export type WebhookDesk = {
  db: Database;
  now: number;
  receiver: WebhookReceiver;
  /** Dependencies of the process that delivers by default. */
  deps: DeliverDeps<Webhook, Delivery>;
  /** Dependencies of one more process; several share the database. */
  newProcess: (given?: Partial<PostEventDeps>) => DeliverDeps<Webhook, Delivery>;
  newWebhook: (url?: string) => Promise<Webhook>;
  enqueue: (webhook: Webhook, count?: number) => Promise<void>;
  deliver: (
    webhook: Webhook,
    process?: DeliverDeps<Webhook, Delivery>,
    signal?: AbortSignal,
  ) => Promise<unknown>;
  stored: (webhook: Webhook) => Promise<Stored>;
  storedOne: (webhook: Webhook) => Promise<Stored[number]>;
  /** Answer of the receiver from now on. */
  answerWith: (status: number, headers?: Record<string, string>) => void;
};

/** To be called in a suite, whose hooks it sets. */
export function useWebhookDesk(engine: Engine): WebhookDesk {
  let store: { db: Database; close: () => Promise<void> };
  let users = 0;
  const agents = createAgents();
  const unstopped = new AbortController().signal;

  const desk = {
    get db() {
      return store.db;
    },
    newProcess: (given = {}): DeliverDeps<Webhook, Delivery> => ({
      db: store.db,
      log: pino({ level: 'silent' }),
      clock: () => desk.now,
      clockWatch: watchSteadyClock(() => desk.now),
      queue: webhookQueue,
      send: createEventSender(
        {
          clock: () => desk.now,
          destinations: createDestinations({ allowPrivate: true }),
          secrets: webhookSecrets,
          deadlineMs: 5000,
          ...given,
        },
        agents,
      ),
      pauses: new TargetPauses(() => desk.now),
      random: () => 0.5,
    }),
    newWebhook: (url = desk.receiver.url) =>
      insertWebhook(store.db.write, {
        user_id: ++users,
        url,
        sealed_secret: sealSecret(users, secretBytes),
        created_at: desk.now,
      }),
    enqueue: async (webhook, count = 1) => {
      const event = { event: 'webhook.test', body: '{"a":"é"}', now: desk.now } as const;
      const rows = Array.from({ length: count }, () => toDelivery(webhook, event));
      await insertDeliveries(store.db.write, rows);
    },
    deliver: (webhook, process = desk.deps, signal = unstopped) =>
      deliver(process, webhook, signal),
    stored: (webhook: Webhook) =>
      findDeliveries(store.db.read, webhook, { before: Number.MAX_SAFE_INTEGER, limit: 5000 }),
    storedOne: async (webhook: Webhook) => {
      const [delivery] = await desk.stored(webhook);
      assert.ok(delivery);
      return delivery;
    },
    answerWith: (status, headers = {}) =>
      desk.receiver.answerWith((response) => response.writeHead(status, headers).end()),
  } as WebhookDesk;

  before(async () => {
    store = await openTestDatabase(engine);
  });
  after(async () => {
    agents.http.destroy();
    await store.close();
  });
  beforeEach(async () => {
    desk.receiver = await startWebhookReceiver();
    desk.now = Date.parse('2026-11-21T08:00:00.000Z');
    desk.deps = desk.newProcess();
  });
  afterEach(() => desk.receiver.close());
  return desk;
}
