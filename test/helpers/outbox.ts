import type { Insertable } from 'kysely';
import pino from 'pino';
import type { Database } from '../../src/db/database.ts';
import { createSoleLeadership } from '../../src/db/leadership.ts';
import type { SmsMessagesTable } from '../../src/db/sms-tables.ts';
import { systemTimers } from '../../src/kit/timers.ts';
import { createDispatcher, type DispatcherDeps } from '../../src/sms/dispatch/dispatcher.ts';
import type { MessageEffects } from '../../src/sms/dispatch/follow-changes.ts';
import { applyReceipts } from '../../src/sms/dispatch/receipt-changes.ts';
import { createReceipts } from '../../src/sms/dispatch/receipts.ts';
import { runTurn } from '../../src/sms/dispatch/turn.ts';
import type { HandOver, OutgoingMessage, Provider } from '../../src/sms/providers/provider.ts';
import { routeInOrder } from '../../src/sms/providers/routing.ts';
import { watchSteadyClock } from './steady-clock.ts';

export type FakeProvider = Provider & {
  /** Every message that it was handed, in order. */
  taken: OutgoingMessage[];
  /** What it says of a message; accepts by default, its id `<name>-<count>`. */
  answer: (message: OutgoingMessage) => HandOver | Promise<HandOver>;
  state: 'up' | 'down';
};

/** A provider that does as it is told and remembers what it was handed. */
export function fakeProvider(name = 'fake', { batch = 20, abreast = 5 } = {}): FakeProvider {
  const provider: FakeProvider = {
    name,
    batch,
    abreast,
    taken: [],
    state: 'up',
    answer: () => ({ outcome: 'accepted', refs: [`${name}-${provider.taken.length}`] }),
    submit: async (messages) => {
      const answers: HandOver[] = [];
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

export type Told = { user_id: number; id: number; status: string };

/** A dispatcher over a database of its own, and what other rooms were told by it. */
export function createOutbox(
  db: Database,
  providers: Provider[],
  given: Partial<DispatcherDeps> = {},
) {
  const clock = { now: Date.parse('2026-11-21T08:00:00.000Z') };
  const refunded: { id: number; user_id: number; cost: number }[] = [];
  const told: Told[] = [];
  const effects: MessageEffects = {
    refund: async (_trx, messages) => {
      refunded.push(...messages.map(({ id, user_id, cost }) => ({ id, user_id, cost })));
    },
    tell: async (_trx, messages) => {
      told.push(...messages.map(({ user_id, id, status }) => ({ user_id, id, status })));
    },
  };
  const log = pino({ level: 'silent' });
  const readClock = () => clock.now;
  const shared = { ...effects, db, log, clock: readClock, clockWatch: watchSteadyClock(readClock) };
  const dispatcher = createDispatcher({
    ...shared,
    commitTurn: (order) => db.transaction((trx) => runTurn(trx, shared, order)),
    random: () => 0.5,
    providers,
    routes: routeInOrder(providers.map(({ name }) => name)),
    rates: new Map(),
    leaseMs: 60_000,
    ...given,
  });
  const receipts = createReceipts({
    ...shared,
    timers: systemTimers,
    leadership: createSoleLeadership(),
    store: (given, now) => db.transaction((trx) => applyReceipts(trx, shared, given, now)),
  });
  return { dispatcher, receipts, clock, refunded, told };
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
