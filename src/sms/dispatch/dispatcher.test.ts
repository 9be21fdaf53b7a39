import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { useDispatchBench } from '../../../test/helpers/sms/dispatch-bench.ts';
import {
  fakeProvider,
  queueMessages,
  readMessage,
  storeJob,
} from '../../../test/helpers/sms/outbox.ts';
import { hourMs } from '../../kit/time/units.ts';

describeOnBothEngines('dispatch', (engine) => {
  const bench = useDispatchBench(engine);

  it('hands over what is due, with the text of its job, and writes down who has it', async () => {
    const job = await storeJob(bench.db, 1, 'Water is back');
    const ids = await queueMessages(bench.db, 45, { job_id: job, body: null });
    await bench.run();
    assert.equal(bench.provider.taken.length, 45);
    assert.deepEqual(bench.provider.taken[0], {
      id: ids[0],
      userId: 1,
      to: '254700000000',
      text: 'Water is back',
      from: null,
      class: 'transactional',
      expiresAt: bench.outbox.clock.now + 48 * hourMs,
    });
    const row = await readMessage(bench.db, ids[44] ?? 0);
    assert.deepEqual(
      [row.status, row.provider, row.sent_at, row.due_at, row.claimed_by, row.attempts],
      ['sent', 'fake', bench.outbox.clock.now, null, null, 1],
    );
    const jobs = await bench.db.read.selectFrom('sms_jobs').select('finished_at').execute();
    assert.deepEqual(jobs, [{ finished_at: bench.outbox.clock.now }]);
    const refs = await bench.db.read.selectFrom('sms_provider_refs').select('ref').execute();
    assert.equal(new Set(refs.map(({ ref }) => ref)).size, 45);
  });

  it('sends in the name of the sender that the account has had for longest', async () => {
    const give = (user_id: number, name: string, created_at: number) =>
      bench.db.write
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
      await queueMessages(bench.db, 1, { user_id, priority });
    }
    await bench.run();
    assert.deepEqual(
      bench.provider.taken.map(({ from }) => from),
      ['22384', 'Theirs', null, 'Theirs'],
    );
  });

  it('sends in the name of one that carries the class, and of none where no own one does', async () => {
    const give = (user_id: number, name: string, created_at: number, its: string) =>
      bench.db.write
        .insertInto('sms_senders')
        .values({ sender: name.toUpperCase(), name, user_id, created_at, class: its })
        .execute();
    await give(1, 'Ofa', 1000, 'promotional');
    await give(1, 'Lipa', 2000, 'transactional');
    await give(2, 'Soko', 1000, 'promotional');
    for (const [user_id, its] of [
      [1, 'promotional'],
      [1, 'transactional'],
      [2, 'promotional'],
      [2, 'transactional'],
    ] as const) {
      await queueMessages(bench.db, 1, { user_id, class: its });
    }
    await bench.run();
    assert.deepEqual(
      bench.provider.taken.map((message) => `${message.class} ${message.from}`).sort(),
      ['promotional Ofa', 'promotional Soko', 'transactional Lipa', 'transactional null'],
    );
  });

  it('never has more in hand than the window, also while commits are under way', async () => {
    await queueMessages(bench.db, 200);
    let open = 0;
    let most = 0;
    bench.provider.answer = async () => {
      const row = await bench.db.read
        .selectFrom('sms_messages')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('claimed_by', 'is not', null)
        .executeTakeFirstOrThrow();
      open = Number(row.count);
      most = Math.max(most, open);
      return { outcome: 'accepted', refs: [] };
    };
    await bench.run();
    assert.equal(bench.provider.taken.length, 200);
    assert.ok(most > 20 && most <= 100, `${most} of 100 places`);
  });

  it('sends a scheduled message when its time has come', async () => {
    const [id] = await queueMessages(bench.db, 1, {
      status: 'scheduled',
      due_at: bench.outbox.clock.now + hourMs,
      scheduled_at: bench.outbox.clock.now + hourMs,
    });
    await bench.run();
    assert.equal(await bench.statusOf(id), 'scheduled');
    await bench.advance(hourMs - 1);
    assert.equal(await bench.statusOf(id), 'scheduled');
    await bench.advance(1);
    assert.equal(await bench.statusOf(id), 'sent');
  });

  const usersOfMessages = async () => {
    const messages = await bench.db.read
      .selectFrom('sms_messages')
      .select(['id', 'user_id'])
      .execute();
    return new Map(messages.map(({ id, user_id }) => [id, user_id]));
  };

  it('lets single sends overtake bulk, and accounts share what is left', async () => {
    bench.provider = fakeProvider('fake', { batch: 1, abreast: 4 });
    await queueMessages(bench.db, 30, { user_id: 1 });
    await queueMessages(bench.db, 10, { user_id: 2 });
    await queueMessages(bench.db, 2, { user_id: 3, priority: 0, body: 'single' });
    await bench.run();
    const order = bench.provider.taken.map(({ text, id }) => ({ text, id }));
    assert.deepEqual(
      order.slice(0, 2).map(({ text }) => text),
      ['single', 'single'],
    );
    const userOf = await usersOfMessages();
    const lastOfSmall = order.findLastIndex(({ id }) => userOf.get(id) === 2);
    assert.ok(
      lastOfSmall < 26,
      `the tenth message of the small account came as ${lastOfSmall + 1}`,
    );
  });

  it('serves many accounts in a circle where there is one place', async () => {
    bench.provider = fakeProvider('fake', { batch: 1, abreast: 1 });
    for (const user_id of [1, 2, 3, 4]) await queueMessages(bench.db, 3, { user_id });
    await bench.run();
    const userOf = await usersOfMessages();
    assert.deepEqual(
      bench.provider.taken.map(({ id }) => userOf.get(id)),
      [1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4],
    );
  });

  it('serves more accounts than share the places at once in a circle, too', async () => {
    bench.provider = fakeProvider('fake', { batch: 50, abreast: 1 });
    const accounts = Array.from({ length: 80 }, (_, index) => index + 1);
    for (const user_id of accounts) await queueMessages(bench.db, 3, { user_id });
    await bench.run();
    const userOf = await usersOfMessages();
    // Three rounds of the fifty that share them.
    const served = bench.provider.taken.slice(0, 150).map(({ id }) => userOf.get(id));
    const counts = [...Map.groupBy(served, (account) => account).values()].map((of) => of.length);
    assert.deepEqual([counts.length, Math.min(...counts), Math.max(...counts)], [80, 1, 2]);
  });

  it('finds who waits behind hundreds of accounts whose messages are all for later', async () => {
    const later = { status: 'scheduled', due_at: bench.outbox.clock.now + hourMs };
    for (let user_id = 1; user_id <= 450; user_id += 1) {
      await queueMessages(bench.db, 1, { user_id, ...later });
    }
    const [id] = await queueMessages(bench.db, 1, { user_id: 999 });
    await bench.run();
    assert.equal(await bench.statusOf(id), 'sent');
    await bench.advance(hourMs);
    assert.equal(bench.provider.taken.length, 451);
  });

  it('drops what has opted out meanwhile, and gives the credit back', async () => {
    const given = { class: 'promotional', phone: '254700000009' };
    const [id = 0] = await queueMessages(bench.db, 1, given);
    const [alert = 0] = await queueMessages(bench.db, 1, { phone: '254700000009' });
    await bench.db.write
      .insertInto('sms_opt_outs')
      .values({ user_id: 1, phone: '254700000009', source: 'inbound', created_at: 0 })
      .execute();
    await bench.run();
    assert.deepEqual(
      [await bench.statusOf(id), await bench.statusOf(alert)],
      ['cancelled', 'sent'],
    );
    assert.deepEqual(await bench.outbox.refunded(), [{ id, user_id: 1, cost: 1 }]);
  });

  it('keeps quiet hours for promotional messages', async () => {
    // From 10:00 to 12:00 in Nairobi, where it is 11:00.
    await bench.db.write
      .insertInto('users')
      .values({
        email: 'a@b.example',
        email_key: 'a@b.example',
        timezone: 'Africa/Nairobi',
        password_hash: '',
        created_at: 0,
      })
      .execute();
    const { id: user_id } = await bench.db.read
      .selectFrom('users')
      .select('id')
      .executeTakeFirstOrThrow();
    await bench.db.write
      .insertInto('sms_accounts')
      .values({ user_id, quota: 0, used: 0, quiet_from: 600, quiet_until: 720, created_at: 0 })
      .execute();
    // Its validity, which ends within the quiet hours, counts from their end.
    const expires_at = bench.outbox.clock.now + hourMs / 2;
    const promotion = { user_id, class: 'promotional', expires_at };
    const [id] = await queueMessages(bench.db, 1, promotion);
    const [alert] = await queueMessages(bench.db, 1, { user_id });
    await bench.run();
    assert.deepEqual([await bench.statusOf(id), await bench.statusOf(alert)], ['queued', 'sent']);
    // Starting again puts it off anew, and prolongs nothing.
    for (let start = 0; start < 3; start += 1) {
      await bench.outbox.dispatcher.stop?.();
      await bench.run();
      const { expires_at: ends } = await readMessage(bench.db, id ?? 0);
      assert.equal(ends, expires_at + hourMs);
    }
    await bench.advance(hourMs - 1);
    assert.equal(await bench.statusOf(id), 'queued');
    await bench.advance(1);
    assert.equal(await bench.statusOf(id), 'sent');
  });
});
