import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { messageOf } from '../../../../test/helpers/smsc/smpp-client.ts';
import { bindPair, type SmppPair, useSmppPairs } from '../../../../test/helpers/smsc/smpp-pair.ts';
import { bulk, longText, takeSubmits } from '../../../../test/helpers/smsc/submits.ts';
import { until } from '../../../../test/helpers/until.ts';

const throttled = { command_status: 0x58 };

/** Waits for what needs time to pass, a tenth of a second after the other. */
async function passing<T>({ timers, session }: SmppPair, work: Promise<T>): Promise<T> {
  let isDone = false;
  void work.then(() => {
    isDone = true;
  });
  while (!isDone) {
    // What has left by now is answered before this is.
    await new Promise<void>((resolve) => session.enquire_link(() => resolve()));
    await setImmediate();
    if (!isDone) timers.advance(100);
  }
  return await work;
}

describe('the pace of submitting over SMPP', () => {
  const bind = useSmppPairs(bindPair);

  for (const status of [0x58, 0x14]) {
    it(`sends in turn what an SMSC throttles with 0x${status.toString(16)}, one copy of each`, async () => {
      const pair = await bind({
        onSubmit: (_, index) => (index < 5 ? { command_status: status } : {}),
      });
      const submitted = pair.provider.submit(bulk(8));
      await until(() => pair.provider.health().state === 'degraded');
      const outcomes = await passing(pair, submitted);
      assert.ok(outcomes.every(({ outcome }) => outcome === 'accepted'));
      assert.equal((await takeSubmits(pair, 8 + 5)).length, 13);
      assert.equal(pair.peer.waiting('submit_sm'), 0);
    });

    it(`gives back what had no turn in time at an SMSC that says 0x${status.toString(16)} for ever`, async () => {
      const pair = await bind({ onSubmit: () => ({ command_status: status }) });
      const [waited, queued] = [
        pair.provider.submit([messageOf()], undefined, 3000),
        pair.provider.submit([messageOf()]),
      ];
      await passing(pair, waited);
      assert.ok(pair.timers.now() < 4000);
      for (const [outcome] of [await waited, await passing(pair, queued)]) {
        assert.equal(outcome?.outcome === 'busy' && outcome.throttled, true);
        assert.match(String(outcome && 'error' in outcome && outcome.error), /ESME_R\w+ \(0x/);
      }
      const asked = pair.peer.waiting('submit_sm');
      assert.ok(asked >= 15 && asked <= 45, `asked ${asked} times in ${pair.timers.now()} ms`);
    });
  }

  it('sends what somebody waits for before what is queued, accounts in turn, bulk each tenth time', async () => {
    let left = 1;
    const pair = await bind({
      options: { window: 1 },
      onSubmit: () => (left-- > 0 ? throttled : {}),
    });
    const of = (userId: number, count: number, patienceMs?: number) =>
      pair.provider.submit(
        Array.from({ length: count }, () => messageOf({ userId, from: String(userId) })),
        undefined,
        patienceMs,
      );
    const all = [of(9, 6), of(1, 12, 10_000), of(2, 2, 10_000), of(8, 1)];
    await passing(pair, Promise.all(all));
    const senders = (await takeSubmits(pair, 22)).map((pdu) => pdu.source_addr).join('');
    // The first one was throttled.
    assert.equal(senders, '9'.concat('121211111', '9', '11111', '989999'));
  });

  it('slows nothing down for one phone whose queue is full', async () => {
    const full = '254799999999';
    const pair = await bind({
      onSubmit: (pdu) => (pdu.destination_addr === full ? { command_status: 0x14 } : {}),
    });
    const messages = bulk(400).map((each) => ({ ...each, to: each.id === 0 ? full : each.to }));
    const awaited = pair.provider.submit([messageOf({ to: full, userId: 2 })], undefined, 10_000);
    const start = pair.timers.now();
    const [stuck, ...others] = await passing(pair, pair.provider.submit(messages));
    assert.deepEqual(stuck, { outcome: 'busy', error: 'ESME_RMSGQFUL (0x14)' });
    assert.ok(others.every(({ outcome }) => outcome === 'accepted'));
    const seconds = (pair.timers.now() - start) / 1000;
    assert.ok(seconds < 12, `${seconds} s of the link`);
    const [own] = await passing(pair, awaited);
    assert.equal(own?.outcome, 'busy');
  });

  it('sends the rest of a long message when it has its turn', async () => {
    const pair = await bind({ onSubmit: (_, index) => (index === 1 ? throttled : {}) });
    const submitted = pair.provider.submit([messageOf({ text: longText })]);
    await takeSubmits(pair, 3);
    assert.deepEqual(await passing(pair, submitted), [
      { outcome: 'accepted', refs: ['1', '4', '3'] },
    ]);
    const [again] = await takeSubmits(pair, 1);
    assert.deepEqual([...(again?.short_message.udh?.[0] ?? [])].slice(3), [3, 2]);
  });

  it('never has more on the way than the window', async () => {
    const pair = await bind({ options: { window: 4 }, onSubmit: () => undefined });
    const submitted = pair.provider.submit(bulk(10));
    for (let answered = 0; answered < 10; answered += 1) {
      const { pdu, session } = await pair.peer.next('submit_sm');
      const onTheWay = Math.min(4, 10 - answered);
      await until(() => pair.peer.waiting('submit_sm') >= onTheWay - 1);
      await setImmediate();
      assert.equal(pair.peer.waiting('submit_sm'), onTheWay - 1);
      session.send(pdu.response({ message_id: `m${answered}` }));
    }
    const outcomes = await submitted;
    assert.ok(outcomes.every(({ outcome }) => outcome === 'accepted'));
  });

  it('keeps to the throughput, in any second', async () => {
    const pair = await bind({ options: { throughput: 40, window: 1000 } });
    const submitted = pair.provider.submit(bulk(100));
    const perStep: number[] = [];
    let taken = 0;
    while (taken < 100) {
      await setImmediate();
      await until(() => pair.provider.health().state === 'up');
      const before = taken;
      while (pair.peer.waiting('submit_sm') > 0) {
        await pair.peer.next('submit_sm');
        taken += 1;
      }
      perStep.push(taken - before);
      pair.timers.advance(5);
    }
    await submitted;
    for (let from = 0; from < perStep.length; from += 1) {
      const second = perStep.slice(from, from + 200).reduce((sum, count) => sum + count, 0);
      assert.ok(second <= 40, `${second} in a second`);
    }
  });

  it('gives back what finds no room in time', async () => {
    const pair = await bind({
      options: { window: 1, queueMs: 4000 },
      onSubmit: () => undefined,
    });
    const submitted = pair.provider.submit(bulk(2));
    await takeSubmits(pair, 1);
    pair.timers.advance(10_000);
    assert.deepEqual(await submitted, [
      { outcome: 'unknown', error: 'no answer within 10000 ms' },
      { outcome: 'busy', error: 'no room at the SMSC in time' },
    ]);
  });
});
