import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { useDispatchBench } from '../../../test/helpers/sms/dispatch-bench.ts';
import {
  queueMessages,
  readMessage,
  storeClaimer,
  watchEvents,
} from '../../../test/helpers/sms/outbox.ts';
import { until } from '../../../test/helpers/until.ts';
import { hourMs } from '../../kit/time/units.ts';
import { expireMessages } from './upkeep/recover.ts';

describeOnBothEngines('messages of which nobody knows whether they were sent', (engine) => {
  const bench = useDispatchBench(engine);
  const noAnswer = () => ({ outcome: 'unknown', error: 'No response' }) as const;
  const copies = () => bench.provider.taken.length;

  it('go three times in all, spread over minutes, and stay unknown', async () => {
    bench.provider.answer = noAnswer;
    const [id = 0] = await queueMessages(bench.db, 1);
    await bench.run();
    for (const [sent, waitMs] of [
      [1, 22_500],
      [2, 90_000],
    ] as const) {
      await bench.advance(waitMs - 1);
      assert.equal(copies(), sent);
      await bench.advance(1);
      assert.equal(copies(), sent + 1);
    }
    await bench.advance(47 * hourMs);
    const { status, attempts, due_at, error } = await readMessage(bench.db, id);
    assert.deepEqual([copies(), status, attempts, due_at], [3, 'unknown', 3, null]);
    assert.equal(error, 'No response');
    assert.deepEqual(await bench.outbox.refunded(), []);
  });

  it('are not said to be unsent where they expire before a repeat', async () => {
    bench.provider.answer = noAnswer;
    const events = await watchEvents(bench.db, 1);
    const expires_at = bench.outbox.clock.now + 10_000;
    const [id = 0] = await queueMessages(bench.db, 1, { expires_at });
    await bench.run();
    await bench.advance(22_500);
    const { status, error, due_at } = await readMessage(bench.db, id);
    assert.deepEqual([copies(), status, error, due_at], [1, 'unknown', 'No response', null]);
    assert.equal((await events()).length, 1);
  });

  it('are told once as unknown, and not again when their time is up', async () => {
    const events = await watchEvents(bench.db, 1);
    bench.provider.answer = noAnswer;
    const { now } = bench.outbox.clock;
    const [id = 0] = await queueMessages(bench.db, 1, { expires_at: now + 10_000 });
    await bench.run();
    await expireMessages({ db: bench.db }, { now: now + 10_000, overdueAt: now + 10_000 });
    assert.equal((await readMessage(bench.db, id)).due_at, null);
    assert.deepEqual(
      (await events()).map(({ status }) => status),
      ['unknown'],
    );
  });

  it('go as often as the setting says', async () => {
    bench.provider.answer = noAnswer;
    await queueMessages(bench.db, 1);
    await bench.run({ unknownRepeats: 0 });
    await bench.advance(47 * hourMs);
    assert.equal(copies(), 1);
  });

  it('may be put off in between as often as need be, which is no copy', async () => {
    let asked = 0;
    bench.provider.answer = () => {
      asked += 1;
      return asked % 3 === 0 ? noAnswer() : { outcome: 'busy', error: 'Queue full' };
    };
    const [id = 0] = await queueMessages(bench.db, 1);
    await bench.run();
    for (let round = 0; round < 20; round += 1) await bench.advance(hourMs / 2);
    const { status, attempts, in_doubt } = await readMessage(bench.db, id);
    assert.deepEqual([status, attempts, in_doubt], ['unknown', 9, 3]);
  });

  it('are counted over deaths of the process too', async () => {
    const [id = 0] = await queueMessages(bench.db, 1);
    const { now } = bench.outbox.clock;
    for (let deaths = 0; deaths < 3; deaths += 1) {
      const claimed_by = await storeClaimer(bench.db, now);
      await bench.db.write
        .updateTable('sms_messages')
        .set({ status: deaths === 0 ? 'sending' : 'unknown', claimed_by, due_at: now })
        .where('id', '=', id)
        .execute();
      bench.provider.state = 'down';
      await bench.run();
      await bench.outbox.dispatcher.stop?.();
    }
    const { status, in_doubt, due_at } = await readMessage(bench.db, id);
    assert.deepEqual([status, in_doubt, due_at], ['unknown', 3, null]);
  });

  it('stay unknown and charged when a repeat is refused, and go no more', async () => {
    bench.provider.answer = noAnswer;
    const [id = 0] = await queueMessages(bench.db, 1);
    await bench.run();
    bench.provider.answer = () => ({ outcome: 'refused', error: 'Unknown subscriber' });
    await bench.advance(48 * hourMs - 1);
    const { status, error, due_at } = await readMessage(bench.db, id);
    assert.deepEqual([status, due_at, copies()], ['unknown', null, 2]);
    assert.equal(error, 'A repeat was refused: Unknown subscriber');
    await bench.advance(hourMs);
    assert.equal(await bench.statusOf(id), 'unknown');
    assert.deepEqual(await bench.outbox.refunded(), []);
  });

  it('are delivered by the receipt of a copy, also after a repeat was refused', async () => {
    bench.provider.answer = noAnswer;
    const [id = 0] = await queueMessages(bench.db, 1);
    await bench.run();
    bench.provider.answer = () => ({ outcome: 'refused', error: 'Duplicate' });
    await bench.advance(22_500);
    const { receipts } = bench.outbox;
    await receipts.onReceipt({
      provider: 'fake',
      ref: 'of the first copy',
      to: '254700000000',
      status: 'delivered',
      error: null,
    });
    bench.outbox.clock.now += hourMs;
    await receipts.matchLater();
    const { status, error } = await readMessage(bench.db, id);
    assert.deepEqual([status, error], ['delivered', null]);
    assert.deepEqual(await bench.outbox.refunded(), []);
  });

  it('are sent when the answer comes late, and go no more', async () => {
    bench.provider.answer = noAnswer;
    const [id = 0] = await queueMessages(bench.db, 1);
    await bench.run();
    bench.provider.answerLate(id, { outcome: 'accepted', refs: ['late'] });
    await bench.outbox.dispatcher.idle();
    const { status, attempts, due_at, error } = await readMessage(bench.db, id);
    assert.deepEqual([status, attempts, due_at, error], ['sent', 1, null, null]);
    await bench.advance(hourMs);
    assert.equal(copies(), 1);
    await bench.outbox.receipts.onReceipt({
      provider: 'fake',
      ref: 'late',
      status: 'delivered',
      error: null,
    });
    assert.equal(await bench.statusOf(id), 'delivered');
  });

  it('are sent when the answer comes while a repeat is in hand, whatever becomes of that', async () => {
    bench.provider.answer = noAnswer;
    const [id = 0] = await queueMessages(bench.db, 1);
    await bench.run();
    const answerFirst = bench.provider.lateTeller(id);
    const repeat = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    bench.provider.answer = async () => {
      repeat.resolve();
      await gate.promise;
      return { outcome: 'refused', error: 'Duplicate' };
    };
    const advanced = bench.advance(22_500);
    await repeat.promise;
    answerFirst({ outcome: 'accepted', refs: ['first'] });
    await until(async () => (await bench.statusOf(id)) === 'sent');
    gate.resolve();
    await advanced;
    const { status, claimed_by } = await readMessage(bench.db, id);
    assert.deepEqual([status, claimed_by], ['sent', null]);
    assert.deepEqual(await bench.outbox.refunded(), []);
  });

  it('fail, and are refunded, when their only copy was refused after all', async () => {
    bench.provider.answer = noAnswer;
    const [id = 0] = await queueMessages(bench.db, 1);
    await bench.run();
    bench.provider.answerLate(id, { outcome: 'refused', error: 'Unknown subscriber' });
    await bench.outbox.dispatcher.idle();
    const { status, error, due_at } = await readMessage(bench.db, id);
    assert.deepEqual([status, error, due_at], ['failed', 'Unknown subscriber', null]);
    assert.deepEqual(await bench.outbox.refunded(), [{ id, user_id: 1, cost: 1 }]);
  });

  it('stay unknown when one of several copies was refused after all', async () => {
    bench.provider.answer = noAnswer;
    const [id = 0] = await queueMessages(bench.db, 1);
    await bench.run();
    await bench.advance(22_500);
    bench.provider.answerLate(id, { outcome: 'refused', error: 'Unknown subscriber' });
    await bench.outbox.dispatcher.idle();
    assert.equal(await bench.statusOf(id), 'unknown');
    assert.deepEqual(await bench.outbox.refunded(), []);
  });

  it('are sent again as if for the first time when their only copy was put off after all', async () => {
    bench.provider.answer = noAnswer;
    const [id = 0] = await queueMessages(bench.db, 1, { class: 'promotional' });
    await bench.run();
    bench.provider.answerLate(id, { outcome: 'busy', error: 'Queue full' });
    await bench.outbox.dispatcher.idle();
    const { status, in_doubt } = await readMessage(bench.db, id);
    assert.deepEqual([status, in_doubt], ['sending', 0]);
    bench.provider.answer = () => ({ outcome: 'accepted', refs: [] });
    await bench.advance(1000);
    assert.deepEqual([await bench.statusOf(id), copies()], ['sent', 2]);
  });
});
