import assert from 'node:assert/strict';
import type { Insertable } from 'kysely';
import pino from 'pino';
import type { Database } from '../../../src/db/database.ts';
import { createSoleLeadership } from '../../../src/db/leadership.ts';
import type { SmsMessagesTable } from '../../../src/db/tables/sms-tables.ts';
import { createDispatcher, type DispatcherDeps } from '../../../src/sms/dispatch/dispatcher.ts';
import { createReceipts, type ReceiptsDeps } from '../../../src/sms/dispatch/receipts/receipts.ts';
import type { OutgoingMessage, StoredMessage } from '../../../src/sms/message.ts';
import type { Provider, SubmitResult } from '../../../src/sms/providers/provider.ts';
import { routeInOrder } from '../../../src/sms/providers/sms-routes.ts';
import { watchSteadyClock } from '../server/steady-clock.ts';
import { createTestTimers } from '../server/test-timers.ts';

export type FakeProvider = Provider & {
  /** Every message that it was handed, in order. */
  taken: OutgoingMessage[];
  /** Answer to a message; accepts by default, with the id `<name>-<count>`. */
  answer: (message: OutgoingMessage) => SubmitResult | Promise<SubmitResult>;
  /** Says what became of the newest copy of a message, of which it had said that it is `unknown`. */
  answerLate: (id: number, result: SubmitResult) => void;
  /** Answer to the newest copy, to be given later. */
  lateTeller: (id: number) => (result: SubmitResult) => void;
  state: 'up' | 'down';
};

/** A provider that does as it is told and remembers what it was handed. */
export function fakeProvider(name = 'fake', { batch = 20, abreast = 5 } = {}): FakeProvider {
  const tellLate = new Map<number, (result: SubmitResult) => void>();
  const provider: FakeProvider = {
    name,
    batch,
    abreast,
    longestRestMs: 1000,
    taken: [],
    state: 'up',
    answer: () => ({ outcome: 'accepted', refs: [`${name}-${provider.taken.length}`] }),
    answerLate: (id, result) => provider.lateTeller(id)(result),
    lateTeller: (id) => tellLate.get(id) ?? assert.fail('it was never handed over'),
    submit: async (messages, tell) => {
      for (const [index, { id }] of messages.entries()) {
        tellLate.set(id, (result) => tell?.(index, result));
      }
      const answers: SubmitResult[] = [];
      for (const message of messages) {
        provider.taken.push(message);
        answers.push(await provider.answer(message));
      }
      return answers;
    },
    health: () => ({ state: provider.state, detail: '' }),
  };
  return provider;
}

/** A dispatcher and what takes receipts, over a database of its own. */
export function createOutbox(
  db: Database,
  providers: Provider[],
  given: Partial<DispatcherDeps> = {},
  givenForReceipts: Partial<ReceiptsDeps> = {},
) {
  const clock = { now: Date.parse('2026-11-21T08:00:00.000Z') };
  const timers = createTestTimers();
  const counted: string[] = [];
  const log = pino({ level: 'silent' });
  const readClock = () => clock.now;
  const clocks = { clock: readClock, clockWatch: watchSteadyClock(readClock) };
  const shared = { ...clocks, db, log, timers };
  const dispatcher = createDispatcher({
    ...shared,
    random: () => 0.5,
    providers,
    routes: routeInOrder(providers.map(({ name }) => name)),
    rates: new Map(),
    promotions: { hours: undefined },
    unknownRepeats: 2,
    leaseMs: 60_000,
    onApplied: (updates) => receipts.onAnswers(updates),
    ...given,
  });
  const receipts = createReceipts({
    ...shared,
    timers,
    leadership: createSoleLeadership(),
    onEvents: () => {},
    observer: { counted: (_provider, outcome) => counted.push(outcome) },
    ...givenForReceipts,
  });
  return { dispatcher, receipts, clock, timers, counted, refunded: () => readRefunds(db) };
}

/** The refunds in the ledger, oldest first. */
async function readRefunds(db: Database) {
  const entries = await db.read
    .selectFrom('sms_ledger')
    .select(['message_id as id', 'user_id', 'credits as cost'])
    .where('kind', '=', 'refund')
    .orderBy('sms_ledger.id')
    .execute();
  return entries;
}

/** Gives an account a webhook. @returns what tells the messages' states that it is told of, oldest first. */
export async function watchEvents(db: Database, user_id: number) {
  await db.write
    .insertInto('sms_webhooks')
    .values({ user_id, url: 'https://example.com', sealed_secret: '', created_at: 0 })
    .execute();
  return async () => {
    const events = await db.read
      .selectFrom('sms_webhook_deliveries')
      .select('body')
      .orderBy('id')
      .execute();
    return events.map(({ body }): { message_id: string; status: string } => JSON.parse(body).data);
  };
}

/** Stores a process that may have claimed messages. @returns in whose name. */
export async function storeClaimer(db: Database, lease_until: number): Promise<number> {
  const { id } = await db.write
    .insertInto('sms_claimers')
    .values({ lease_until })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Stores messages as `send` and `bulk` would, and gives their ids. */
export async function queueMessages(
  db: Database,
  count: number,
  given: Partial<Insertable<SmsMessagesTable>> = {},
): Promise<number[]> {
  const now = Date.parse('2026-11-21T08:00:00.000Z');
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = await db.write
      .insertInto('sms_messages')
      .values({
        user_id: 1,
        job_id: null,
        phone: `2547${String(index).padStart(8, '0')}`,
        body: 'Tank 3 is nearly empty',
        class: 'transactional',
        status: 'queued',
        encoding: 'gsm7',
        segments: 1,
        cost: 1,
        priority: 1,
        attempts: 0,
        created_at: now,
        due_at: now,
        expires_at: now + 48 * 3_600_000,
        ...given,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  return ids;
}

/** A single message as `send` hands it to the dispatcher, which has stored it before. */
export function newSingle(
  given: Pick<StoredMessage, 'id' | 'claimedBy'> & Partial<StoredMessage>,
): StoredMessage {
  return {
    userId: 1,
    phone: '254712345678',
    sender: null,
    text: 'Tank 3 is empty',
    class: 'transactional',
    encoding: 'gsm7',
    attempts: 0,
    inDoubt: 0,
    simulated: false,
    expiresAt: Number.MAX_SAFE_INTEGER,
    ...given,
  };
}

/** Stores a job, without its messages. */
export async function storeJob(db: Database, user_id: number, body: string): Promise<number> {
  const { id } = await db.write
    .insertInto('sms_jobs')
    .values({ user_id, class: 'transactional', body, queued: 0, created_at: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The message as it stands. */
export function readMessage(db: Database, id: number) {
  return db.read
    .selectFrom('sms_messages')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
