import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import { openTestDatabase } from '../../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';
import {
  createOutbox,
  type FakeProvider,
  fakeProvider,
  queueMessages,
} from '../../../../test/helpers/sms/outbox.ts';
import type { Database } from '../../../db/database.ts';
import { tidyId } from '../../providers/id-forms.ts';
import type { Receipt } from '../../providers/provider.ts';
import type { Commit } from '../commit/committer.ts';

describeOnBothEngines('receipts whose ids may be written in several forms', (engine) => {
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
      'sms_messages',
      'sms_provider_refs',
      'sms_early_receipts',
      'sms_receipt_id_forms',
    ] as const;
    for (const table of tables) await db.write.deleteFrom(table).execute();
  });

  /** What a restart leaves: the database, and the time. */
  const restart = async () => {
    await outbox.dispatcher.stop?.();
    const { now } = outbox.clock;
    outbox = createOutbox(db, [provider]);
    outbox.clock.now = now;
  };
  const sendAll = async () => {
    await outbox.dispatcher.start?.();
    await outbox.dispatcher.idle();
    await outbox.receipts.idle();
  };
  const report = (ref: string, to: string, status: Receipt['status'] = 'delivered') =>
    outbox.receipts.onReceipt({
      provider: 'fake',
      ref,
      anyForm: true,
      status,
      error: status === 'delivered' ? null : `of ${ref}`,
      to,
    });
  const pass = async (milliseconds: number) => {
    outbox.clock.now += milliseconds;
    await outbox.receipts.matchLater();
  };
  const statuses = async () => {
    const rows = await db.read.selectFrom('sms_messages').select(['id', 'status']).execute();
    return new Map(rows.map(({ id, status }) => [id, status]));
  };

  const count = 300;
  const decimal = (value: number) => value.toString(10);
  const hex = (value: number) => value.toString(16);
  for (const [what, inAnswer, inReceipt] of [
    ['hexadecimal answers and decimal receipts', hex, decimal],
    ['decimal answers and hexadecimal receipts', decimal, hex],
    ['hexadecimal ids', hex, hex],
    ['decimal ids', decimal, decimal],
  ] as const) {
    it(`end ${count} messages rightly with small counted ids: ${what}`, async () => {
      const values = new Map<number, number>();
      provider.answer = ({ id }) => {
        values.set(id, values.size + 1);
        return { outcome: 'accepted', refs: [inAnswer(values.size)] };
      };
      const ids = await queueMessages(db, count);
      await sendAll();
      await restart();
      const phones = await db.read.selectFrom('sms_messages').select(['id', 'phone']).execute();
      const phoneOf = new Map(phones.map(({ id, phone }) => [id, phone]));
      const expected = (id: number) => (id % 2 === 0 ? 'delivered' : 'undelivered');
      const reports = ids
        .toReversed()
        .map((id) => report(inReceipt(values.get(id) ?? 0), phoneOf.get(id) ?? '', expected(id)));
      await Promise.all(reports);
      await pass(1000);
      const after = await statuses();
      const wrong = ids.filter((id) => !['sent', expected(id)].includes(after.get(id) ?? ''));
      assert.deepEqual(wrong, []);
      const waiting = ids.filter((id) => after.get(id) === 'sent');
      assert.deepEqual(waiting, []);
    });
  }

  it('are matched by what was learnt before a restart, also where no phone is named', async () => {
    let value = 255;
    provider.answer = () => ({ outcome: 'accepted', refs: [hex(value++)] });
    const [first = 0, second = 0] = await queueMessages(db, 2, { phone: '254711111111' });
    await sendAll();
    await report('255', '254711111111');
    await pass(1000);
    assert.equal((await statuses()).get(first), 'delivered');
    await restart();
    await report('256', '');
    assert.equal((await statuses()).get(second), 'delivered');
  });

  for (const [what, change, isEarly] of [
    ['has no dashes', (id: string) => id.replaceAll('-', ''), false],
    ['alone has dashes', (id: string) => id, false],
    ['has no dashes and comes before the answer', (id: string) => id.replaceAll('-', ''), true],
  ] as const) {
    it(`end messages by their UUID where the receipt ${what}`, async () => {
      const uuids = [
        '00112233-e29b-41d4-a716-446655440000',
        '550e8400-e29b-41d4-a716-446655440000',
      ];
      const answers = what.startsWith('alone') ? uuids.map((id) => id.replaceAll('-', '')) : uuids;
      const left = [...answers];
      provider.answer = () => ({ outcome: 'accepted', refs: [tidyId(left.shift() ?? '')] });
      const ids = await queueMessages(db, 2, { phone: '254711111111' });
      const tell = async () => {
        for (const id of uuids) await report(tidyId(change(id)), '254711111111');
      };
      if (isEarly) await tell();
      await sendAll();
      if (!isEarly) await tell();
      await pass(1000);
      const after = await statuses();
      assert.deepEqual(
        ids.map((id) => after.get(id)),
        ['delivered', 'delivered'],
      );
    });
  }

  it('correct what was learnt wrongly', async () => {
    await db.write
      .insertInto('sms_receipt_id_forms')
      .values({ provider: 'fake', form: 'same', score: 3 })
      .execute();
    const [id = 0] = await queueMessages(db, 5, { phone: '254711111111' });
    let value = 1000;
    provider.answer = () => ({ outcome: 'accepted', refs: [hex(value++)] });
    await sendAll();
    for (let said = 1000; said < 1004; said += 1) await report(decimal(said), '254711111111');
    assert.equal((await statuses()).get(id), 'sent');
    await pass(60_000);
    await report('1004', '254711111111');
    assert.deepEqual([...new Set((await statuses()).values())], ['delivered']);
  });

  it('that a provider gives to two messages mean the one with the phone', async () => {
    provider.answer = () => ({ outcome: 'accepted', refs: ['5'] });
    const [one = 0, two = 0] = await queueMessages(db, 2);
    await sendAll();
    await report('5', '254700000000');
    assert.deepEqual(
      [(await statuses()).get(one), (await statuses()).get(two)],
      ['delivered', 'sent'],
    );
    await report('5', '254700000001', 'undelivered');
    assert.equal((await statuses()).get(two), 'undelivered');
  });

  if (engine === 'postgres') {
    it('find an answer that is stored at the same moment, with no loop to wait for', async () => {
      provider.answer = () => ({ outcome: 'accepted', refs: ['abcdef0123'] });
      const perform: Database['perform'] = (work, argument) =>
        db.transaction(async (trx) => {
          const done = await work.run(trx, 'postgres', argument);
          // Durable before the answer is, and looked at again while nobody sees the answer.
          if ((argument as Partial<Commit>).updates?.length) {
            await report('abcdef0123', '254700000000');
            await outbox.receipts.idle();
          }
          return done;
        });
      outbox = createOutbox({ ...db, perform }, [provider], {}, { db });
      const [id = 0] = await queueMessages(db, 1);
      await sendAll();
      assert.equal((await statuses()).get(id), 'delivered');
    });

    it('find an answer that was stored while they were, with no loop to wait for', async () => {
      provider.answer = () => ({ outcome: 'accepted', refs: ['abcdef0123'] });
      const [id = 0] = await queueMessages(db, 1);
      const perform: Database['perform'] = (work, argument) =>
        db.transaction(async (trx) => {
          const outcome = await work.run(trx, 'postgres', argument);
          // The answer is durable, and has looked for receipts, before this one is.
          await outbox.dispatcher.start?.();
          await outbox.dispatcher.idle();
          return outcome;
        });
      outbox = createOutbox(db, [provider], {}, { db: { ...db, perform } });
      await report('abcdef0123', '254700000000');
      await outbox.receipts.idle();
      assert.equal((await statuses()).get(id), 'delivered');
    });
  }
});
