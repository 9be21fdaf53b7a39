import assert from 'node:assert/strict';
import { it } from 'node:test';
import { watchSteadyClock } from '../../../test/helpers/server/steady-clock.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { useDispatchBench } from '../../../test/helpers/sms/dispatch-bench.ts';
import {
  createOutbox,
  newSingle,
  queueMessages,
  readMessage,
  storeClaimer,
} from '../../../test/helpers/sms/outbox.ts';
import { hourMs } from '../../kit/time/units.ts';
import { holdLiving } from './claimer.ts';
import { hastenMessages, recoverMessages } from './upkeep/recover.ts';

describeOnBothEngines('what processes have claimed', (engine) => {
  const bench = useDispatchBench(engine);
  const claimers = () => bench.db.read.selectFrom('sms_claimers').selectAll().execute();
  const isEmbedded = engine === 'sqlite';

  it('is taken for lost when the process is dead', async () => {
    const claimed_by = await storeClaimer(bench.db, bench.outbox.clock.now);
    const claimed = { status: 'sending', claimed_by };
    const [again] = await queueMessages(bench.db, 1, claimed);
    const [once] = await queueMessages(bench.db, 1, { ...claimed, class: 'promotional' });
    await bench.run();
    assert.deepEqual(
      [await bench.statusOf(again), await bench.statusOf(once)],
      ['sent', 'unknown'],
    );
    assert.equal(bench.provider.taken.length, 1);
    assert.deepEqual(await bench.outbox.refunded(), []);
    assert.deepEqual(
      (await claimers()).map(({ id }) => id),
      [bench.outbox.dispatcher.claimerId()],
    );
  });

  it('is due at once, and not again and again, where a clock that was ahead put it off', async () => {
    const { now } = bench.outbox.clock;
    const [id = 0] = await queueMessages(bench.db, 1, { due_at: now + hourMs });
    await hastenMessages(bench.db, { now: now + 5, after: now });
    assert.equal((await readMessage(bench.db, id)).due_at, now);
  });

  it('is taken for lost as a whole, however much it is', async () => {
    const { now } = bench.outbox.clock;
    const claimed_by = await storeClaimer(bench.db, now);
    await queueMessages(bench.db, 1, { priority: 0, user_id: 2 });
    const rows = bench.db.write.insertInto('sms_messages');
    const [id = 0] = await queueMessages(bench.db, 1, { status: 'sending', claimed_by });
    const { id: _, ...one } = await readMessage(bench.db, id);
    await rows.values(Array.from({ length: 1000 }, () => one)).execute();
    const [others = 0] = await queueMessages(bench.db, 1, {
      status: 'sending',
      user_id: 2,
      claimed_by: await storeClaimer(bench.db, now + 1),
    });
    await recoverMessages(
      { db: bench.db, unknownRepeats: 2 },
      { now, leasedUntil: now, ahead: now + hourMs },
    );
    const counts = await bench.db.read
      .selectFrom('sms_messages')
      .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
      .groupBy('status')
      .orderBy('status')
      .execute();
    assert.deepEqual(
      counts.map(({ status, count }) => [status, Number(count)]),
      [
        ['queued', 1],
        ['sending', 1],
        ['unknown', 1001],
      ],
    );
    assert.equal((await claimers()).length, 1);
    assert.equal(await bench.statusOf(others), 'sending');
  });

  it('is taken back from a clock that was ahead, once others have had time to renew', async () => {
    const { now } = bench.outbox.clock;
    const ids: number[] = [];
    for (const leaseUntil of [now + hourMs, now + 60_000]) {
      const claimed_by = await storeClaimer(bench.db, leaseUntil);
      ids.push(...(await queueMessages(bench.db, 1, { status: 'sending', claimed_by })));
    }
    const statuses = async () => [await bench.statusOf(ids[0]), await bench.statusOf(ids[1])];
    for (const [sinceJump, status] of [
      [59_999, 'sending'],
      [60_000, 'unknown'],
    ] as const) {
      const clockWatch = { ...watchSteadyClock(() => now), sinceJump: () => sinceJump };
      await createOutbox(bench.db, [bench.provider], { clockWatch }).dispatcher.tidy();
      // Nobody else has claimed anything in an embedded database, but before a start.
      assert.deepEqual(await statuses(), [isEmbedded ? 'sending' : status, 'sending']);
    }
    if (!isEmbedded) return;
    bench.provider.state = 'down';
    await bench.run();
    assert.deepEqual(await statuses(), ['unknown', 'unknown']);
  });

  it('is kept for a slow provider that still has it in hand', async () => {
    const gate = Promise.withResolvers<void>();
    const taken = Promise.withResolvers<void>();
    bench.provider.answer = async () => {
      taken.resolve();
      await gate.promise;
      return { outcome: 'accepted', refs: [] };
    };
    const [id = 0] = await queueMessages(bench.db, 1, { class: 'promotional' });
    bench.outbox = createOutbox(bench.db, [bench.provider]);
    const { dispatcher, clock } = bench.outbox;
    await dispatcher.start?.();
    await taken.promise;
    for (let renewals = 0; renewals < 2; renewals += 1) {
      clock.now += 59_999;
      await dispatcher.tidy();
      const { claimed_by, status } = await readMessage(bench.db, id);
      assert.deepEqual([claimed_by, status], [dispatcher.claimerId(), 'sending']);
      const [claimer] = await claimers();
      if (!isEmbedded) assert.equal(claimer?.lease_until, clock.now + 60_000);
    }
    gate.resolve();
    await dispatcher.idle();
    assert.equal(await bench.statusOf(id), 'sent');
  });

  it('is nothing after a stop, so that the next start need not look for it', async () => {
    await queueMessages(bench.db, 3);
    await bench.run();
    await bench.outbox.dispatcher.stop?.();
    assert.deepEqual(await claimers(), []);
  });

  it('is found by the next start when a stop has cut off who sends it', async () => {
    for (const priority of [0, 1]) {
      await bench.run();
      const claimed_by = bench.outbox.dispatcher.claimerId();
      const [id] = await queueMessages(bench.db, 1, { priority, status: 'sending', claimed_by });
      await bench.outbox.dispatcher.stop?.();
      assert.equal(await bench.statusOf(id), 'sending');
      const { now } = bench.outbox.clock;
      await bench.db.write.updateTable('sms_claimers').set({ lease_until: now }).execute();
      await bench.run();
      assert.equal(await bench.statusOf(id), 'sent');
      await bench.outbox.dispatcher.stop?.();
    }
  });

  it('is nothing new once the process was declared dead, until it has registered anew', async () => {
    await bench.run();
    const { dispatcher } = bench.outbox;
    const before = dispatcher.claimerId();
    await bench.db.write.updateTable('sms_claimers').set({ lease_until: null }).execute();
    const [id] = await queueMessages(bench.db, 1);
    dispatcher.wake();
    await dispatcher.idle();
    assert.deepEqual([await bench.statusOf(id), bench.provider.taken.length], ['queued', 0]);
    await (isEmbedded ? bench.run() : dispatcher.tidy());
    await bench.outbox.dispatcher.idle();
    assert.notEqual(bench.outbox.dispatcher.claimerId(), before);
    assert.equal(await bench.statusOf(id), 'sent');
  });

  it('is answered for by a process that was declared dead meanwhile', async () => {
    await bench.run();
    const { dispatcher } = bench.outbox;
    const claimedBy = dispatcher.claimerId();
    const claimed = { status: 'sending', claimed_by: claimedBy, priority: 0 } as const;
    const [id = 0] = await queueMessages(bench.db, 1, { ...claimed, class: 'promotional' });
    bench.provider.answer = async () => {
      const { now } = bench.outbox.clock;
      const { db } = bench;
      await recoverMessages({ db, unknownRepeats: 2 }, { now, leasedUntil: 0, ahead: 0 });
      assert.equal(await bench.statusOf(id), 'unknown');
      return { outcome: 'accepted', refs: [] };
    };
    const single = newSingle({ id, claimedBy, class: 'promotional' });
    const { status } = await dispatcher.sendNow(single);
    assert.deepEqual([status, await bench.statusOf(id)], ['sent', 'sent']);
    assert.deepEqual(await claimers(), []);
  });

  it('is found although it was being claimed when the process was declared dead', async (test) => {
    if (isEmbedded) {
      test.diagnostic('an embedded database has one process');
      return;
    }
    const { now } = bench.outbox.clock;
    const claimerId = await storeClaimer(bench.db, now);
    const [id = 0] = await queueMessages(bench.db, 1);
    let recovery: Promise<void> | undefined;
    await bench.db.transaction(async (trx) => {
      assert.ok(await holdLiving(trx, claimerId));
      recovery = recoverMessages(
        { db: bench.db, unknownRepeats: 0 },
        { now, leasedUntil: now, ahead: now },
      );
      // It has not got past the claim, however long that takes.
      const isThrough = await Promise.race([
        recovery.then(() => true),
        new Promise((resolve) => setTimeout(resolve, 50)),
      ]);
      assert.equal(isThrough, undefined);
      const claim = { status: 'sending', claimed_by: claimerId };
      await trx.updateTable('sms_messages').set(claim).where('id', '=', id).execute();
    });
    await recovery;
    const { status, claimed_by } = await readMessage(bench.db, id);
    assert.deepEqual([status, claimed_by], ['unknown', null]);
  });
});
