import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import { openTestDatabase } from '../../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';
import {
  createOutbox,
  fakeProvider,
  queueMessages,
  readMessage,
} from '../../../../test/helpers/sms/outbox.ts';
import { bindPair, deliver, endPair } from '../../../../test/helpers/smsc/smpp-pair.ts';
import type { Database } from '../../../db/database.ts';
import type { Receipt } from '../../providers/provider.ts';

const hour = 3_600_000;

describeOnBothEngines('receipts for messages whose ids never came', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  let outbox: ReturnType<typeof createOutbox>;

  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
  });
  after(() => close());
  beforeEach(() => {
    outbox = createOutbox(db, [fakeProvider()]);
  });
  afterEach(async () => {
    await outbox.dispatcher.stop?.();
    for (const table of ['sms_messages', 'sms_provider_refs', 'sms_early_receipts'] as const) {
      await db.write.deleteFrom(table).execute();
    }
  });

  const lose = async (phone: string, more = {}) => {
    const lost = { class: 'promotional', status: 'unknown', in_doubt: 1, due_at: null } as const;
    const given = { ...lost, provider: 'fake', created_at: outbox.clock.now, phone, ...more };
    const [id = 0] = await queueMessages(db, 1, given);
    return id;
  };
  const report = (ref: string, to: string, status: Receipt['status'] = 'delivered') =>
    outbox.receipts.onReceipt({ provider: 'fake', ref, status, error: null, to });
  const pass = async (milliseconds = 60_001) => {
    outbox.clock.now += milliseconds;
    await outbox.receipts.matchLater();
  };
  const statusOf = async (id: number) => (await readMessage(db, id)).status;

  it('say nothing of one that did not exist, or was not due, when they came', async () => {
    await report('stray', '254711111111');
    const due = outbox.clock.now + 24 * hour;
    const scheduled = await lose('254722222222', { scheduled_at: due });
    await report('stray', '254722222222');
    await pass(48 * hour);
    const newer = await lose('254711111111');
    await pass();
    assert.deepEqual([await statusOf(newer), await statusOf(scheduled)], ['unknown', 'unknown']);
    await report('its own', '254711111111');
    await report('its own', '254722222222');
    await pass();
    assert.deepEqual(
      [await statusOf(newer), await statusOf(scheduled)],
      ['delivered', 'delivered'],
    );
  });

  it('end a long one only once all its parts have arrived, where it went once', async () => {
    const once = await lose('254711111111', { segments: 2 });
    const twice = await lose('254722222222', { segments: 2, in_doubt: 2 });
    for (const phone of ['254711111111', '254722222222']) await report('1', phone);
    await pass();
    assert.deepEqual([await statusOf(once), await statusOf(twice)], ['unknown', 'unknown']);
    for (const phone of ['254711111111', '254722222222']) await report('2', phone);
    await pass();
    assert.deepEqual([await statusOf(once), await statusOf(twice)], ['delivered', 'unknown']);
    await report('3', '254722222222', 'undelivered');
    await pass();
    assert.equal(await statusOf(twice), 'undelivered');
  });

  it('are found behind any number of others that may mean several', async () => {
    const phones = Array.from({ length: 130 }, (_, index) => `2547${20_000_000 + index}`);
    for (const phone of phones) for (let more = 0; more < 2; more += 1) await lose(phone);
    const clear = await lose('254799999999');
    const doubtful = phones.flatMap((phone) => [report('1', phone), report('2', phone)]);
    await Promise.all([...doubtful, report('clear', '254799999999')]);
    await pass();
    assert.equal(await statusOf(clear), 'delivered');
    const delivered = db.read.selectFrom('sms_messages').where('status', '=', 'delivered');
    assert.equal((await delivered.select('id').execute()).length, 1);
  });

  it('are matched by their id whichever of their numbers is the phone', async () => {
    const pair = await bindPair({ onSubmit: () => ({ message_id: 'a1' }) });
    const { dispatcher, receipts } = createOutbox(db, [pair.provider], { timers: pair.timers });
    const phone = '254722222222';
    const [id = 0] = await queueMessages(db, 1, { phone });
    const tell = async (id: string, numbers: object) => {
      const short_message = `id:${id} sub:001 dlvrd:001 stat:DELIVRD err:000 text:`;
      const answered = deliver(pair.session, { ...numbers, esm_class: 4, short_message });
      const { told, stored } = await pair.receipts.next();
      await receipts.onReceipt(told);
      stored();
      await answered;
    };
    // Before the answer, which it waits for, and then after it.
    await tell('a1', { source_addr: '254711000000', destination_addr: phone });
    await dispatcher.start?.();
    await dispatcher.idle();
    await receipts.idle();
    assert.equal(await statusOf(id), 'delivered');
    const [next = 0] = await queueMessages(db, 1, { phone });
    dispatcher.wake();
    await dispatcher.idle();
    await tell('a1', { source_addr: '254711000000', destination_addr: phone });
    assert.equal(await statusOf(next), 'delivered');
    await dispatcher.stop?.();
    await endPair(pair);
  });

  it('leave one to its repeats of which an SMSC took a half', async () => {
    let parts = 0;
    const onSubmit = () => {
      parts += 1;
      return parts % 2 === 1 ? { message_id: `P${parts}` } : { command_status: 0x08 };
    };
    const pair = await bindPair({ onSubmit });
    outbox = createOutbox(db, [pair.provider], { timers: pair.timers });
    const phone = '254722222222';
    const [id = 0] = await queueMessages(db, 1, { body: 'x'.repeat(200), segments: 2, phone });
    await outbox.dispatcher.start?.();
    await outbox.dispatcher.idle();
    assert.equal(await statusOf(id), 'unknown');
    const answered = deliver(pair.session, {
      source_addr: phone,
      destination_addr: 'KISIMA',
      esm_class: 4,
      short_message: 'id:P1 sub:001 dlvrd:001 stat:DELIVRD err:000 text:',
    });
    const { told, stored } = await pair.receipts.next();
    await outbox.receipts.onReceipt(told);
    stored();
    await answered;
    await pass();
    const { status, due_at } = await readMessage(db, id);
    assert.deepEqual([status, due_at !== null], ['unknown', true]);
    await endPair(pair);
  });
});
