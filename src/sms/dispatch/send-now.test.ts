import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import { openTestDatabase } from '../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import {
  createOutbox,
  type FakeProvider,
  fakeProvider,
  newSingle,
  queueMessages,
  readMessage,
} from '../../../test/helpers/sms/outbox.ts';
import { until } from '../../../test/helpers/until.ts';
import type { Database } from '../../db/database.ts';
import type { MessageClass } from '../message-states.ts';

describeOnBothEngines('sending while the sender waits', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  let first: FakeProvider;
  let second: FakeProvider;
  let outbox: ReturnType<typeof createOutbox>;

  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
  });
  after(() => close());
  beforeEach(async () => {
    first = fakeProvider('first', { batch: 1, abreast: 1 });
    second = fakeProvider('second');
    outbox = createOutbox(db, [first, second]);
    await outbox.dispatcher.start?.();
  });
  afterEach(async () => {
    await outbox.dispatcher.stop?.();
    await db.write.deleteFrom('sms_ledger').execute();
  });

  /** Stores a message as `send` does, and sends it. */
  const sendNow = async (messageClass: MessageClass = 'transactional') => {
    const { dispatcher } = outbox;
    const claimedBy = dispatcher.claimerId();
    const [id = 0] = await queueMessages(db, 1, {
      status: 'sending',
      priority: 0,
      class: messageClass,
      claimed_by: claimedBy,
    });
    const given = { sender: 'KISIMA', text: 'Your code is 1234', class: messageClass };
    const outcome = await dispatcher.sendNow(newSingle({ id, claimedBy, ...given }));
    return { id, outcome };
  };

  it('is durable as sent when it says so', async () => {
    const { id, outcome } = await sendNow();
    assert.deepEqual(outcome, { status: 'sent', error: null });
    assert.equal(first.taken[0]?.from, 'KISIMA');
    const row = await readMessage(db, id);
    assert.deepEqual(
      [row.status, row.provider, row.due_at, row.claimed_by],
      ['sent', 'first', null, null],
    );
  });

  it('is not kept waiting by a full window', async () => {
    const gate = Promise.withResolvers<void>();
    first.answer = async ({ text }) => {
      if (text !== 'Your code is 1234') await gate.promise;
      return { outcome: 'accepted', refs: [] };
    };
    await queueMessages(db, 1);
    outbox.dispatcher.wake();
    await until(() => first.taken.length > 0);
    const { outcome } = await sendNow();
    assert.equal(outcome.status, 'sent');
    gate.resolve();
  });

  it('goes to the next provider when the first takes nothing', async () => {
    first.answer = () => ({ outcome: 'busy', error: 'Throttled', pauseMs: 1000 });
    const { id, outcome } = await sendNow();
    assert.equal(outcome.status, 'sent');
    assert.equal((await readMessage(db, id)).provider, 'second');
    await sendNow();
    assert.deepEqual([first.taken.length, second.taken.length], [1, 2]);
  });

  it('fails, and gives the credit back, when nobody takes it', async () => {
    first.state = 'down';
    second.answer = () => ({ outcome: 'busy', error: 'Queue full' });
    const { id, outcome } = await sendNow();
    const error = 'No provider takes messages at the moment.';
    assert.deepEqual(outcome, { status: 'failed', error, retryAfterMs: 5000 });
    assert.deepEqual(await outbox.refunded(), [{ id, user_id: 1, cost: 1 }]);
  });

  it('asks the next provider before it waits at one that is throttled, and that one again', async () => {
    const throttled = { outcome: 'busy', error: 'Too fast', throttled: true } as const;
    first.answer = () =>
      first.taken.length === 1 ? throttled : { outcome: 'accepted', refs: ['a'] };
    second.answer = () => ({ outcome: 'busy', error: 'Queue full' });
    const { id, outcome } = await sendNow();
    assert.equal(outcome.status, 'sent');
    assert.deepEqual([first.taken.length, second.taken.length], [2, 1]);
    assert.equal((await readMessage(db, id)).attempts, 1);
  });

  it('fails with the reason where no provider had a turn for it, and says when to come back', async () => {
    for (const provider of [first, second]) {
      provider.answer = () => ({ outcome: 'busy', error: 'Too fast', throttled: true });
    }
    first.backlogMs = () => 7000;
    second.backlogMs = () => 6000;
    const { id, outcome } = await sendNow();
    assert.deepEqual(outcome, { status: 'failed', error: 'Too fast', retryAfterMs: 6000 });
    assert.deepEqual(await outbox.refunded(), [{ id, user_id: 1, cost: 1 }]);
    // Neither is at fault.
    assert.deepEqual(
      outbox.dispatcher.health().map(({ health }) => health.state),
      ['up', 'up'],
    );
  });

  it('fails with the word of a provider that refuses it, and asks no other', async () => {
    first.answer = () => ({ outcome: 'refused', error: 'Unknown subscriber' });
    const { outcome } = await sendNow();
    assert.deepEqual(outcome, { status: 'failed', error: 'Unknown subscriber' });
    assert.equal(second.taken.length, 0);
  });

  it('is unknown when no answer comes; only a transactional one is tried again', async () => {
    first.answer = () => ({ outcome: 'unknown', error: 'No response' });
    const again = await sendNow();
    outbox.timers.advance(250);
    const once = await sendNow('promotional');
    assert.deepEqual([again.outcome.status, once.outcome.status], ['unknown', 'unknown']);
    first.answer = () => ({ outcome: 'accepted', refs: [] });
    outbox.clock.now += 22_500;
    outbox.timers.advance(22_500);
    outbox.dispatcher.wake();
    await outbox.dispatcher.idle();
    assert.equal((await readMessage(db, again.id)).status, 'sent');
    assert.equal((await readMessage(db, once.id)).status, 'unknown');
    assert.deepEqual(await outbox.refunded(), []);
  });

  it('holds for a provider that breaks its word and throws', async () => {
    first.answer = () => {
      throw new Error('not allowed');
    };
    const { outcome } = await sendNow();
    assert.equal(outcome.status, 'unknown');
  });
});
