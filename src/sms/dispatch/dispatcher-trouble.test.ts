import assert from 'node:assert/strict';
import { it } from 'node:test';
import pino from 'pino';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { useDispatchBench } from '../../../test/helpers/sms/dispatch-bench.ts';
import {
  createOutbox,
  fakeProvider,
  queueMessages,
  readMessage,
  watchEvents,
} from '../../../test/helpers/sms/outbox.ts';
import type { Database } from '../../db/database.ts';
import { hourMs } from '../../kit/time/units.ts';
import type { SubmitResult } from '../providers/provider.ts';

describeOnBothEngines('dispatch in trouble', (engine) => {
  const bench = useDispatchBench(engine);

  it('refunds what the provider refuses, once', async () => {
    bench.provider.answer = () => ({ outcome: 'refused', error: 'Unknown subscriber' });
    const [id = 0] = await queueMessages(bench.db, 1);
    const events = await watchEvents(bench.db, 1);
    await bench.run();
    const row = await readMessage(bench.db, id);
    assert.deepEqual([row.status, row.error, row.due_at], ['failed', 'Unknown subscriber', null]);
    assert.deepEqual(await bench.outbox.refunded(), [{ id, user_id: 1, cost: 1 }]);
    const told = (await events()).map(({ message_id, status }) => [message_id, status]);
    assert.deepEqual(told, [[String(id), 'failed']]);
  });

  it('tries a message again with a growing wait where the provider takes others', async () => {
    const [id = 0] = await queueMessages(bench.db, 1);
    bench.provider.answer = (message) =>
      message.id === id
        ? { outcome: 'busy', error: 'Queue full' }
        : { outcome: 'accepted', refs: [] };
    const tries = () => bench.provider.taken.filter((message) => message.id === id).length;
    const advanceWithOthers = async (milliseconds: number) => {
      await queueMessages(bench.db, 1, { priority: 0 });
      await bench.advance(milliseconds);
    };
    await queueMessages(bench.db, 1);
    await bench.run();
    for (const [tried, waitMs] of [
      [1, 750],
      [2, 1500],
      [3, 3000],
    ] as const) {
      await advanceWithOthers(waitMs - 1);
      assert.equal(tries(), tried);
      await advanceWithOthers(1);
      assert.equal(tries(), tried + 1);
    }
  });

  it('tries again within a second where the provider takes nothing, and gives up in the end', async () => {
    bench.provider.answer = () => ({ outcome: 'busy', error: 'Queue full' });
    const [id = 0] = await queueMessages(bench.db, 1);
    await bench.run();
    assert.deepEqual([await bench.statusOf(id), bench.provider.taken.length], ['sending', 1]);
    for (let tried = 1; tried < 6; tried += 1) {
      await bench.advance(1000);
      assert.equal(bench.provider.taken.length, tried + 1);
    }
    assert.deepEqual(await bench.outbox.refunded(), []);
    bench.outbox.clock.now += 48 * hourMs;
    await bench.outbox.dispatcher.tidy();
    await bench.outbox.dispatcher.idle();
    const row = await readMessage(bench.db, id);
    assert.deepEqual([row.status, row.error], ['expired', 'The message was not sent in time.']);
    assert.deepEqual(await bench.outbox.refunded(), [{ id, user_id: 1, cost: 1 }]);
  });

  it('leaves a provider alone that asks for it, and the next one takes over', async () => {
    bench.provider.answer = () => ({ outcome: 'busy', error: 'Throttled', pauseMs: 5000 });
    const other = fakeProvider('other');
    const ids = await queueMessages(bench.db, 3);
    await bench.run({}, [bench.provider, other]);
    assert.deepEqual([bench.provider.taken.length, other.taken.length], [3, 0]);
    await bench.advance(4999);
    assert.deepEqual([bench.provider.taken.length, other.taken.length], [3, 0]);
    await queueMessages(bench.db, 1);
    await bench.advance(0);
    assert.deepEqual([bench.provider.taken.length, other.taken.length], [3, 1]);
    await bench.advance(1);
    assert.equal(bench.provider.taken.length, 6);
    assert.equal((await readMessage(bench.db, ids[0] ?? 0)).attempts, 2);
  });

  it('opens a breaker after failures, and tries one message before it closes it', async () => {
    bench.provider = fakeProvider('fake', { batch: 1, abreast: 5 });
    bench.provider.answer = () => ({ outcome: 'busy', error: 'Connection refused' });
    await queueMessages(bench.db, 40);
    await bench.run();
    assert.equal(bench.provider.taken.length, 15, 'three windows');
    const [{ health } = assert.fail()] = bench.outbox.dispatcher.health();
    assert.equal(health.state, 'down');
    await bench.advance(250);
    assert.equal(bench.provider.taken.length, 16);
    await bench.advance(499);
    assert.equal(bench.provider.taken.length, 16);
    bench.provider.answer = () => ({ outcome: 'accepted', refs: [] });
    await bench.advance(1);
    assert.equal(bench.provider.taken.length, 16 + 39);
  });

  it('goes on where the clock steps back an hour while a provider rests or is paused', async () => {
    const answers: SubmitResult[] = [
      { outcome: 'busy', error: 'Throttled', pauseMs: 5000 },
      { outcome: 'unknown', error: 'No response' },
    ];
    for (const [at, answer] of answers.entries()) {
      bench.provider = fakeProvider();
      bench.provider.answer = () => answer;
      await queueMessages(bench.db, 1, { user_id: 100 + at });
      await bench.run();
      bench.outbox.clock.now -= hourMs;
      bench.provider.answer = () => ({ outcome: 'accepted', refs: [] });
      const [id] = await queueMessages(bench.db, 1, { due_at: bench.outbox.clock.now });
      await bench.advance(0);
      assert.equal(await bench.statusOf(id), 'queued');
      await bench.advance(5000);
      assert.equal(await bench.statusOf(id), 'sent');
    }
  });

  it('tries a transactional message again that nobody answered, a promotional one never', async () => {
    bench.provider.answer = () => ({ outcome: 'unknown', error: 'No response' });
    const [again = 0] = await queueMessages(bench.db, 1);
    const [once = 0] = await queueMessages(bench.db, 1, { class: 'promotional' });
    await bench.run();
    assert.deepEqual(
      [await bench.statusOf(again), await bench.statusOf(once)],
      ['unknown', 'unknown'],
    );
    bench.provider.answer = () => ({ outcome: 'accepted', refs: ['x'] });
    await bench.advance(22_499);
    assert.equal(await bench.statusOf(again), 'unknown');
    await bench.advance(1);
    assert.deepEqual(
      [await bench.statusOf(again), await bench.statusOf(once)],
      ['sent', 'unknown'],
    );
    assert.equal(bench.provider.taken.length, 3);
    assert.deepEqual(await bench.outbox.refunded(), []);
  });

  it('logs what a provider throws, but none of its words: they may hold secrets or numbers', async () => {
    const secret = 'key of 254700000000: Tank 3 is nearly empty';
    bench.provider.answer = function answerBadly() {
      throw new RangeError(secret);
    };
    const [id] = await queueMessages(bench.db, 1);
    const lines: string[] = [];
    const log = pino({ base: null }, { write: (line) => void lines.push(line) });
    await bench.run({ log });
    assert.equal(await bench.statusOf(id), 'unknown');
    const [line = '', ...others] = lines.filter((each) => each.includes('threw'));
    assert.deepEqual(others, []);
    const { level, provider, messages, error, at, msg } = JSON.parse(line);
    assert.deepEqual([level, provider, messages, error], [50, 'fake', 1, 'RangeError']);
    assert.match(at[0], /answerBadly.*dispatcher-trouble\.test\.ts:\d+/);
    assert.match(msg, /threw/);
    for (const word of [secret, '254700000000', 'Tank 3']) assert.ok(!lines.join().includes(word));
  });

  it('keeps to the throughput limit of a provider', async () => {
    await queueMessages(bench.db, 10);
    await bench.run({ rates: new Map([['fake', 4]]) });
    assert.equal(bench.provider.taken.length, 1);
    await bench.advance(254);
    assert.equal(bench.provider.taken.length, 1);
    await bench.advance(2);
    assert.equal(bench.provider.taken.length, 2);
    await bench.advance(1000);
    assert.equal(bench.provider.taken.length, 3);
  });

  it('claims nothing while no provider is there', async () => {
    bench.provider.state = 'down';
    const [id] = await queueMessages(bench.db, 1);
    await bench.run();
    assert.equal(await bench.statusOf(id), 'queued');
    bench.provider.state = 'up';
    await bench.advance(0);
    assert.equal(await bench.statusOf(id), 'sent');
  });

  it('writes down what a provider said when storage comes back', async () => {
    const [id] = await queueMessages(bench.db, 1);
    let isAway = false;
    const fragile: Database = {
      ...bench.db,
      perform: (work, argument) =>
        isAway ? Promise.reject(new Error('storage is away')) : bench.db.perform(work, argument),
    };
    const failed = Promise.withResolvers<void>();
    bench.provider.answer = () => {
      isAway = true;
      setImmediate(() =>
        setImmediate(() => {
          isAway = false;
          failed.resolve();
        }),
      );
      return { outcome: 'accepted', refs: [] };
    };
    bench.outbox = createOutbox(fragile, [bench.provider]);
    await bench.outbox.dispatcher.start?.();
    await failed.promise;
    await bench.outbox.dispatcher.idle();
    assert.equal(await bench.statusOf(id), 'sent');
    assert.equal(bench.provider.taken.length, 1);
  });

  it('shares a database with another process, which never takes the same message', async (test) => {
    if (engine === 'sqlite') {
      test.diagnostic('an embedded database has one process');
      return;
    }
    await queueMessages(bench.db, 300);
    const [one, other] = [
      fakeProvider('one', { abreast: 1 }),
      fakeProvider('other', { abreast: 1 }),
    ];
    const bothTake = Promise.withResolvers<void>();
    for (const provider of [one, other]) {
      provider.answer = async () => {
        if (one.taken.length > 0 && other.taken.length > 0) bothTake.resolve();
        await bothTake.promise;
        return { outcome: 'accepted', refs: [] };
      };
    }
    const second = createOutbox(bench.db, [other]);
    bench.outbox = createOutbox(bench.db, [one]);
    await Promise.all([bench.outbox.dispatcher.start?.(), second.dispatcher.start?.()]);
    await Promise.all([bench.outbox.dispatcher.idle(), second.dispatcher.idle()]);
    await second.dispatcher.stop?.();
    const ids = [...one.taken, ...other.taken].map(({ id }) => id);
    assert.deepEqual([ids.length, new Set(ids).size], [300, 300]);
  });
});
