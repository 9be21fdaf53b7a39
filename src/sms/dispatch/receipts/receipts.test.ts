import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import fc from 'fast-check';
import { openTestDatabase } from '../../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';
import {
  createOutbox,
  type FakeProvider,
  fakeProvider,
  queueMessages,
  readMessage,
  watchEvents,
} from '../../../../test/helpers/sms/outbox.ts';
import type { Database } from '../../../db/database.ts';
import type { Receipt } from '../../providers/provider.ts';

const receipt = (ref: string, status: Receipt['status'] = 'delivered', more = {}): Receipt => ({
  provider: 'fake',
  ref,
  status,
  error: null,
  ...more,
});

describeOnBothEngines('receipts', (engine) => {
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
    provider.answer = ({ id }) => ({ outcome: 'accepted', refs: [`${id}-a`, `${id}-b`] });
    outbox = createOutbox(db, [provider]);
  });
  afterEach(async () => {
    await outbox.dispatcher.stop?.();
    const tables = ['sms_messages', 'sms_provider_refs', 'sms_early_receipts'] as const;
    for (const table of [...tables, 'sms_webhooks', 'sms_webhook_deliveries'] as const) {
      await db.write.deleteFrom(table).execute();
    }
  });

  const send = async (count = 1): Promise<number[]> => {
    const ids = await queueMessages(db, count);
    await outbox.dispatcher.start?.();
    await outbox.dispatcher.idle();
    await outbox.receipts.idle();
    return ids;
  };
  const onReceipt = (each: Receipt) => outbox.receipts.onReceipt(each);
  const statusOf = async (id: number) => (await readMessage(db, id)).status;

  it('find a message that was taken without an id by its phone, where just one can be meant', async () => {
    provider.answer = () => ({ outcome: 'accepted', refs: [] });
    const [alone = 0] = await send();
    const twice = await queueMessages(db, 2, { phone: '254711000000' });
    outbox.dispatcher.wake();
    await outbox.dispatcher.idle();
    await onReceipt(receipt('77', 'delivered', { to: '254700000000' }));
    await onReceipt(receipt('78', 'delivered', { to: '254711000000' }));
    // An answer with that id may still come.
    assert.equal(await statusOf(alone), 'sent');
    outbox.clock.now += 1000;
    await outbox.receipts.matchLater();
    assert.equal(await statusOf(alone), 'delivered');
    for (const id of twice) assert.equal(await statusOf(id), 'sent');
    // It has ended; a second word finds nothing.
    await onReceipt(receipt('79', 'undelivered', { to: '254700000000' }));
    outbox.clock.now += 1000;
    await outbox.receipts.matchLater();
    assert.equal(await statusOf(alone), 'delivered');
  });

  it('make a message delivered once all its parts are', async () => {
    const events = await watchEvents(db, 1);
    const [id = 0] = await send();
    await onReceipt(receipt(`${id}-b`));
    await onReceipt(receipt(`${id}-b`));
    assert.equal(await statusOf(id), 'sent');
    outbox.clock.now += 5000;
    await onReceipt(receipt(`${id}-a`));
    const row = await readMessage(db, id);
    assert.deepEqual([row.status, row.delivered_at], ['delivered', outbox.clock.now]);
    assert.deepEqual(
      (await events()).map(({ status }) => status),
      ['sent', 'delivered'],
    );
  });

  it('are stored whatever a provider puts into its ids and reasons', async () => {
    provider.answer = ({ id }) => ({ outcome: 'accepted', refs: [`${id}\0\ud800`] });
    const [id = 0] = await send();
    await onReceipt(receipt(`${id}\0\ud800`, 'failed', { error: 'no\0route' }));
    assert.deepEqual((await readMessage(db, id)).error, 'noroute');
    await onReceipt(receipt('\0nobody', 'failed', { error: 'x'.repeat(100_000) }));
  });

  it('make it undelivered when one part is not, which nothing after changes', async () => {
    const [id = 0] = await send();
    await onReceipt(receipt(`${id}-a`));
    await onReceipt(receipt(`${id}-b`, 'undelivered', { error: 'Absent subscriber' }));
    await onReceipt(receipt(`${id}-b`));
    const row = await readMessage(db, id);
    assert.deepEqual([row.status, row.error], ['undelivered', 'Absent subscriber']);
    assert.deepEqual(await outbox.refunded(), []);
  });

  it('are kept when they come before the response that says whose they are', async () => {
    provider.answer = async ({ id }) => {
      await onReceipt(receipt(`${id}-a`));
      await onReceipt(receipt(`${id}-b`));
      return { outcome: 'accepted', refs: [`${id}-a`, `${id}-b`] };
    };
    const [id = 0] = await send();
    assert.equal(await statusOf(id), 'delivered');
    const left = await db.read.selectFrom('sms_early_receipts').selectAll().execute();
    assert.deepEqual(left, []);
  });

  it('find their message later where nobody tells that its ids are stored', async () => {
    await onReceipt(receipt('7-a'));
    await outbox.receipts.idle();
    const [id = 0] = await queueMessages(db, 1, { status: 'sent', due_at: null });
    await db.write
      .insertInto('sms_provider_refs')
      .values({ provider: 'fake', ref: '7-a', user_id: 1, message_id: id, delivered: 0 })
      .execute();
    outbox.clock.now += 1000;
    await outbox.receipts.matchLater();
    assert.equal(await statusOf(id), 'delivered');
    assert.deepEqual(outbox.counted, ['kept', 'matched_later']);
  });

  it('settle a lost message by its phone, where only one can be meant', async () => {
    provider.answer = () => ({ outcome: 'unknown', error: 'No response' });
    const lost = { class: 'promotional' };
    const [one = 0] = await queueMessages(db, 1, { ...lost, phone: '254711111111' });
    const two = await queueMessages(db, 2, { ...lost, phone: '254722222222' });
    await send(0);
    await onReceipt(receipt('x', 'delivered', { to: '254711111111' }));
    await onReceipt(receipt('y', 'delivered', { to: '254722222222' }));
    await outbox.receipts.matchLater();
    assert.equal(await statusOf(one), 'unknown');
    outbox.clock.now += 60_001;
    await outbox.receipts.matchLater();
    assert.equal(await statusOf(one), 'delivered');
    assert.deepEqual(await Promise.all(two.map(statusOf)), ['unknown', 'unknown']);
  });

  it('are forgotten after three days when nobody knows them', async () => {
    await onReceipt(receipt('stray'));
    await onReceipt(receipt('stray', 'undelivered'));
    await onReceipt(receipt('pending', 'pending'));
    outbox.clock.now += 72 * 3_600_000 + 1;
    await outbox.receipts.matchLater();
    const left = await db.read.selectFrom('sms_early_receipts').selectAll().execute();
    assert.deepEqual(left, []);
    assert.deepEqual(outbox.counted.slice(-1), ['given_up']);
  });

  it('hold: in any order and number they end a message once, as their first bad word says', async () => {
    const ids = await send(30);
    const word = fc.constantFrom<Receipt['status']>('delivered', 'undelivered', 'pending');
    const words = fc.array(fc.tuple(fc.constantFrom('a', 'b'), word), { maxLength: 8 });
    const runs = fc.sample(words, ids.length);
    for (const [index, id] of ids.entries()) {
      const said = runs[index] ?? [];
      for (const [part, status] of said) await onReceipt(receipt(`${id}-${part}`, status));
      assert.equal(await statusOf(id), expected(said), JSON.stringify(said));
    }
  });
});

function expected(said: [part: string, status: Receipt['status']][]): string {
  const delivered = new Set<string>();
  for (const [part, status] of said) {
    if (status === 'undelivered') return 'undelivered';
    if (status === 'delivered') delivered.add(part);
    if (delivered.size === 2) return 'delivered';
  }
  return 'sent';
}
