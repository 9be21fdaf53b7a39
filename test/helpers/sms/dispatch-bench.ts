import { after, afterEach, before, beforeEach } from 'node:test';
import type { Database } from '../../../src/db/database.ts';
import type { DispatcherDeps } from '../../../src/sms/dispatch/dispatcher.ts';
import { openTestDatabase } from '../database/test-database.ts';
import type { Engine } from '../server/test-server.ts';
import { createOutbox, type FakeProvider, fakeProvider, readMessage } from './outbox.ts';

/** Fixture of a suite of dispatch: a database for all its tests, all else new for each. */
export type DispatchBench = {
  db: Database;
  provider: FakeProvider;
  outbox: ReturnType<typeof createOutbox>;
  /** Starts over with other settings and sends what is due. */
  run: (given?: Partial<DispatcherDeps>, providers?: FakeProvider[]) => Promise<void>;
  /** Moves the clock, and waits until what is due then was sent. */
  advance: (milliseconds: number) => Promise<void>;
  statusOf: (id?: number) => Promise<string>;
};

/** To be called in a suite, whose hooks it sets. */
export function useDispatchBench(engine: Engine): DispatchBench {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
  });
  after(() => close());

  const bench = {
    get db() {
      return db;
    },
    run: async (given = {}, providers = [bench.provider]) => {
      bench.outbox = createOutbox(db, providers, given);
      await bench.outbox.dispatcher.start?.();
      await bench.outbox.dispatcher.idle();
    },
    advance: async (milliseconds) => {
      bench.outbox.clock.now += milliseconds;
      bench.outbox.timers.advance(milliseconds);
      bench.outbox.dispatcher.wake();
      await bench.outbox.dispatcher.idle();
    },
    statusOf: async (id = 0) => (await readMessage(db, id)).status,
  } as DispatchBench;

  beforeEach(() => {
    bench.provider = fakeProvider();
    bench.outbox = createOutbox(db, [bench.provider]);
  });
  afterEach(async () => {
    await bench.outbox.dispatcher.stop?.();
    const tables = [
      'sms_senders',
      'sms_messages',
      'sms_claimers',
      'sms_jobs',
      'sms_provider_refs',
      'sms_accounts',
      'sms_ledger',
      'sms_webhooks',
      'sms_webhook_deliveries',
    ] as const;
    for (const table of tables) await db.write.deleteFrom(table).execute();
  });
  return bench;
}
