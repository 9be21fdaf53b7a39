import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import {
  createOutbox,
  type FakeProvider,
  fakeProvider,
  queueMessages,
  readMessage,
  storeJob,
} from '../../../test/helpers/outbox.ts';
import { openTestDatabase } from '../../../test/helpers/test-database.ts';
import { describeOnBothEngines } from '../../../test/helpers/test-server.ts';
import type { Database } from '../../db/database.ts';
import type { DispatcherDeps } from './dispatcher.ts';

const hourMs = 3_600_000;

describeOnBothEngines('dispatch', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  let provider: FakeProvider;
  let outbox: ReturnType<typeof createOutbox>;

  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
  });
  after(() => close());
  beforeEach(() => {
    provider = fakeProvider();
    outbox = createOutbox(db, [provider]);
  });
  afterEach(async () => {
    await outbox.dispatcher.stop?.();
    const tables = [
      'sms_senders',
      'sms_messages',
      'sms_jobs',
      'sms_provider_refs',
      'sms_accounts',
    ] as const;
    for (const table of tables) {
      await db.write.deleteFrom(table).execute();
    }
  });

  /** Starts over with other settings and sends what is due. */
  const run = async (given: Partial<DispatcherDeps> = {}, providers = [provider]) => {
    outbox = createOutbox(db, providers, given);
    await outbox.dispatcher.start?.();
    await outbox.dispatcher.idle();
  };
  const advance = async (milliseconds: number) => {
    outbox.clock.now += milliseconds;
    outbox.dispatcher.wake();
    await outbox.dispatcher.idle();
  };
  const statusOf = async (id = 0) => (await readMessage(db, id)).status;

  it('hands over what is due, with the text of its job, and writes down who has it', async () => {
    const job = await storeJob(db, 1, 'Water is back');
    const ids = await queueMessages(db, 45, { job_id: job, body: null });
    await run();
    assert.equal(provider.taken.length, 45);
    assert.deepEqual(provider.taken[0], {
      id: ids[0],
      to: '254700000000',
      text: 'Water is back',
      from: null,
      class: 'transactional',
      expiresAt: outbox.clock.now + 48 * hourMs,
    });
    const row = await readMessage(db, ids[44] ?? 0);
    assert.deepEqual(
      [row.status, row.provider, row.sent_at, row.due_at, row.lease_until, row.attempts],
      ['sent', 'fake', outbox.clock.now, null, null, 1],
    );
    const jobs = await db.read.selectFrom('sms_jobs').select('finished_at').execute();
    assert.deepEqual(jobs, [{ finished_at: outbox.clock.now }]);
    const refs = await db.read.selectFrom('sms_provider_refs').select('ref').execute();
    assert.equal(new Set(refs.map(({ ref }) => ref)).size, 45);
  });

  it('sends in the name of the sender that the account has had for longest', async () => {
    const give = (user_id: number, name: string, created_at: number) =>
      db.write
        .insertInto('sms_senders')
        .values({ sender: name.toUpperCase(), name, user_id, created_at })
        .execute();
    await give(1, 'Younger', 2000);
    await give(1, 'Older', 1000);
    await give(1, '22384', 1000);
    await give(2, 'Theirs', 500);
    for (const [user_id, priority] of [
      [1, 0],
      [2, 0],
      [3, 0],
      [2, 1],
    ] as const) {
      await queueMessages(db, 1, { user_id, priority });
    }
    await run();
    assert.deepEqual(
      provider.taken.map(({ from }) => from),
      ['22384', 'Theirs', null, 'Theirs'],
    );
  });

  it('never has more in hand than the window, also while commits are under way', async () => {
    await queueMessages(db, 200);
    let open = 0;
    let most = 0;
    provider.answer = async () => {
      const row = await db.read
        .selectFrom('sms_messages')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('lease_until', 'is not', null)
        .executeTakeFirstOrThrow();
      open = Number(row.count);
      most = Math.max(most, open);
      return { outcome: 'accepted', refs: [] };
    };
    await run();
    assert.equal(provider.taken.length, 200);
    assert.ok(most > 20 && most <= 100, `${most} of 100 places`);
  });

  it('sends a scheduled message when its time has come', async () => {
    const [id] = await queueMessages(db, 1, {
      status: 'scheduled',
      due_at: outbox.clock.now + hourMs,
      scheduled_at: outbox.clock.now + hourMs,
    });
    await run();
    assert.equal(await statusOf(id), 'scheduled');
    await advance(hourMs - 1);
    assert.equal(await statusOf(id), 'scheduled');
    await advance(1);
    assert.equal(await statusOf(id), 'sent');
  });

  it('lets single sends overtake bulk, and accounts share what is left', async () => {
    provider = fakeProvider('fake', { batch: 1, abreast: 4 });
    await queueMessages(db, 30, { user_id: 1 });
    await queueMessages(db, 10, { user_id: 2 });
    await queueMessages(db, 2, { user_id: 3, priority: 0, body: 'single' });
    await run();
    const order = provider.taken.map(({ text, id }) => ({ text, id }));
    assert.deepEqual(
      order.slice(0, 2).map(({ text }) => text),
      ['single', 'single'],
    );
    const users = await db.read.selectFrom('sms_messages').select(['id', 'user_id']).execute();
    const userOf = new Map(users.map(({ id, user_id }) => [id, user_id]));
    const lastOfSmall = order.findLastIndex(({ id }) => userOf.get(id) === 2);
    assert.ok(
      lastOfSmall < 26,
      `the tenth message of the small account came as ${lastOfSmall + 1}`,
    );
  });

  it('serves many accounts in a circle where there is one place', async () => {
    provider = fakeProvider('fake', { batch: 1, abreast: 1 });
    for (const user_id of [1, 2, 3, 4]) await queueMessages(db, 3, { user_id });
    await run();
    const users = await db.read.selectFrom('sms_messages').select(['id', 'user_id']).execute();
    const userOf = new Map(users.map(({ id, user_id }) => [id, user_id]));
    assert.deepEqual(
      provider.taken.map(({ id }) => userOf.get(id)),
      [1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4],
    );
  });

  it('finds who waits behind hundreds of accounts whose messages are all for later', async () => {
    const later = { status: 'scheduled', due_at: outbox.clock.now + hourMs };
    for (let user_id = 1; user_id <= 450; user_id += 1) {
      await queueMessages(db, 1, { user_id, ...later });
    }
    const [id] = await queueMessages(db, 1, { user_id: 999 });
    await run();
    assert.equal(await statusOf(id), 'sent');
    await advance(hourMs);
    assert.equal(provider.taken.length, 451);
  });

  it('refunds what the provider refuses, once', async () => {
    provider.answer = () => ({ outcome: 'refused', error: 'Unknown subscriber' });
    const [id = 0] = await queueMessages(db, 1);
    await run();
    const row = await readMessage(db, id);
    assert.deepEqual([row.status, row.error, row.due_at], ['failed', 'Unknown subscriber', null]);
    assert.deepEqual(outbox.refunded, [{ id, user_id: 1, cost: 1 }]);
    assert.deepEqual(outbox.told, [{ id, user_id: 1, status: 'failed' }]);
  });

  it('tries again with a growing wait while the provider is busy, and gives up in the end', async () => {
    provider.answer = () => ({ outcome: 'busy', error: 'Queue full' });
    const [id = 0] = await queueMessages(db, 1);
    await run();
    assert.deepEqual([await statusOf(id), provider.taken.length], ['sending', 1]);
    await advance(749);
    assert.equal(provider.taken.length, 1);
    await advance(1);
    assert.equal(provider.taken.length, 2);
    await advance(1499);
    assert.equal(provider.taken.length, 2);
    await advance(1);
    assert.equal(provider.taken.length, 3);
    assert.deepEqual(outbox.refunded, []);
    outbox.clock.now += 48 * hourMs;
    await outbox.dispatcher.tidy();
    await outbox.dispatcher.idle();
    const row = await readMessage(db, id);
    assert.deepEqual([row.status, row.error], ['expired', 'The message was not sent in time.']);
    assert.deepEqual(outbox.refunded, [{ id, user_id: 1, cost: 1 }]);
  });

  it('leaves a provider alone that asks for it, and the next one takes over', async () => {
    provider.answer = () => ({ outcome: 'busy', error: 'Throttled', pauseMs: 5000 });
    const other = fakeProvider('other');
    const ids = await queueMessages(db, 3);
    await run({}, [provider, other]);
    assert.deepEqual([provider.taken.length, other.taken.length], [3, 0]);
    await advance(4999);
    assert.deepEqual([provider.taken.length, other.taken.length], [3, 0]);
    await queueMessages(db, 1);
    await advance(0);
    assert.deepEqual([provider.taken.length, other.taken.length], [3, 1]);
    await advance(1);
    assert.equal(provider.taken.length, 6);
    assert.equal((await readMessage(db, ids[0] ?? 0)).attempts, 2);
  });

  it('opens a breaker after failures, and tries one message before it closes it', async () => {
    provider = fakeProvider('fake', { batch: 1, abreast: 5 });
    provider.answer = () => ({ outcome: 'busy', error: 'Connection refused' });
    await queueMessages(db, 10);
    await run();
    assert.equal(provider.taken.length, 5);
    const [{ health } = assert.fail()] = outbox.dispatcher.health();
    assert.equal(health.state, 'down');
    await advance(1000);
    assert.equal(provider.taken.length, 6);
    await advance(1000);
    assert.equal(provider.taken.length, 6);
    provider.answer = () => ({ outcome: 'accepted', refs: [] });
    await advance(1000);
    assert.equal(provider.taken.length, 16);
  });

  it('tries a transactional message again that nobody answered, a promotional one never', async () => {
    provider.answer = () => ({ outcome: 'unknown', error: 'No response' });
    const [again = 0] = await queueMessages(db, 1);
    const [once = 0] = await queueMessages(db, 1, { class: 'promotional' });
    await run();
    assert.deepEqual([await statusOf(again), await statusOf(once)], ['unknown', 'unknown']);
    provider.answer = () => ({ outcome: 'accepted', refs: ['x'] });
    await advance(48 * hourMs - 1);
    assert.deepEqual([await statusOf(again), await statusOf(once)], ['sent', 'unknown']);
    assert.equal(provider.taken.length, 3);
    assert.deepEqual(outbox.refunded, []);
  });

  it('keeps to the throughput limit of a provider', async () => {
    await queueMessages(db, 10);
    await run({ rates: new Map([['fake', 4]]) });
    assert.equal(provider.taken.length, 1);
    await advance(250);
    assert.equal(provider.taken.length, 2);
    await advance(500);
    assert.equal(provider.taken.length, 3);
  });

  it('claims nothing while no provider is there', async () => {
    provider.state = 'down';
    const [id] = await queueMessages(db, 1);
    await run();
    assert.equal(await statusOf(id), 'queued');
    provider.state = 'up';
    await advance(0);
    assert.equal(await statusOf(id), 'sent');
  });

  it('drops what has opted out meanwhile, and gives the credit back', async () => {
    const given = { class: 'promotional', phone: '254700000009' };
    const [id = 0] = await queueMessages(db, 1, given);
    const [alert = 0] = await queueMessages(db, 1, { phone: '254700000009' });
    await db.write
      .insertInto('sms_opt_outs')
      .values({ user_id: 1, phone: '254700000009', source: 'inbound', created_at: 0 })
      .execute();
    await run();
    assert.deepEqual([await statusOf(id), await statusOf(alert)], ['cancelled', 'sent']);
    assert.deepEqual(outbox.refunded, [{ id, user_id: 1, cost: 1 }]);
  });

  it('keeps quiet hours for promotional messages', async () => {
    // From 10:00 to 12:00 in Nairobi, where it is 11:00.
    await db.write
      .insertInto('users')
      .values({
        email: 'a@b.example',
        email_key: 'a@b.example',
        timezone: 'Africa/Nairobi',
        password_hash: '',
        created_at: 0,
      })
      .execute();
    const { id: user_id } = await db.read
      .selectFrom('users')
      .select('id')
      .executeTakeFirstOrThrow();
    await db.write
      .insertInto('sms_accounts')
      .values({ user_id, quota: 0, used: 0, quiet_from: 600, quiet_until: 720, created_at: 0 })
      .execute();
    const [id] = await queueMessages(db, 1, { user_id, class: 'promotional' });
    const [alert] = await queueMessages(db, 1, { user_id });
    await run();
    assert.deepEqual([await statusOf(id), await statusOf(alert)], ['queued', 'sent']);
    await advance(hourMs - 1);
    assert.equal(await statusOf(id), 'queued');
    await advance(1);
    assert.equal(await statusOf(id), 'sent');
  });

  it('takes what a dead process left in hand for lost', async () => {
    const lease = { status: 'sending', lease_until: outbox.clock.now };
    const [again] = await queueMessages(db, 1, lease);
    const [once] = await queueMessages(db, 1, { ...lease, class: 'promotional' });
    await run();
    assert.deepEqual([await statusOf(again), await statusOf(once)], ['sent', 'unknown']);
    assert.equal(provider.taken.length, 1);
    assert.deepEqual(outbox.refunded, []);
  });

  it('keeps the lease of what a slow provider still has in hand', async () => {
    const gate = Promise.withResolvers<void>();
    const taken = Promise.withResolvers<void>();
    provider.answer = async () => {
      taken.resolve();
      await gate.promise;
      return { outcome: 'accepted', refs: [] };
    };
    const [id = 0] = await queueMessages(db, 1, { class: 'promotional' });
    outbox = createOutbox(db, [provider]);
    await outbox.dispatcher.start?.();
    await taken.promise;
    outbox.clock.now += 59_999;
    await outbox.dispatcher.tidy();
    assert.equal((await readMessage(db, id)).lease_until, outbox.clock.now + 60_000);
    outbox.clock.now += 59_999;
    await outbox.dispatcher.tidy();
    gate.resolve();
    await outbox.dispatcher.idle();
    assert.equal(await statusOf(id), 'sent');
  });

  it('writes down what a provider said when storage comes back', async () => {
    const [id] = await queueMessages(db, 1);
    let isAway = false;
    const fragile: Database = {
      ...db,
      transaction: (work) =>
        isAway ? Promise.reject(new Error('storage is away')) : db.transaction(work),
    };
    const failed = Promise.withResolvers<void>();
    provider.answer = () => {
      isAway = true;
      setImmediate(() =>
        setImmediate(() => {
          isAway = false;
          failed.resolve();
        }),
      );
      return { outcome: 'accepted', refs: [] };
    };
    outbox = createOutbox(fragile, [provider]);
    await outbox.dispatcher.start?.();
    await failed.promise;
    await outbox.dispatcher.idle();
    assert.equal(await statusOf(id), 'sent');
    assert.equal(provider.taken.length, 1);
  });

  it('shares a database with another process, which never takes the same message', async (test) => {
    if (engine === 'sqlite') {
      test.diagnostic('an embedded database has one process');
      return;
    }
    await queueMessages(db, 300);
    const other = fakeProvider('other');
    const second = createOutbox(db, [other]);
    outbox = createOutbox(db, [provider]);
    await Promise.all([outbox.dispatcher.start?.(), second.dispatcher.start?.()]);
    await Promise.all([outbox.dispatcher.idle(), second.dispatcher.idle()]);
    await second.dispatcher.stop?.();
    const ids = [...provider.taken, ...other.taken].map(({ id }) => id);
    assert.deepEqual([ids.length, new Set(ids).size], [300, 300]);
    assert.ok(other.taken.length > 0 && provider.taken.length > 0);
  });
});
