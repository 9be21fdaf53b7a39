import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { messageOf } from '../../../../test/helpers/smsc/smpp-client.ts';
import { bindPair, type SmppPair, useSmppPairs } from '../../../../test/helpers/smsc/smpp-pair.ts';
import type { Request } from '../../../../test/helpers/smsc/smpp-peer.ts';
import { until } from '../../../../test/helpers/until.ts';

const throttled = { command_status: 0x58 };
const bulk = (count: number) => Array.from({ length: count }, (_, id) => messageOf({ id }));
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

const long = `Maji {yako} ni ${'€'.repeat(20)} ${'kidogo sana '.repeat(30)}`;

describe('submitting over SMPP', () => {
  const bind = useSmppPairs(bindPair);
  const takeSubmits = async ({ peer }: SmppPair, count: number) => {
    const requests: Request[] = [];
    while (requests.length < count) requests.push(await peer.next('submit_sm'));
    return requests.map(({ pdu }) => pdu);
  };

  it('hands over a message and tells the id', async () => {
    const pair = await bind();
    assert.deepEqual(await pair.provider.submit([messageOf()]), [
      { outcome: 'accepted', refs: ['1'] },
    ]);
    const [pdu] = await takeSubmits(pair, 1);
    assert.equal(pdu?.destination_addr, '254712345678');
    assert.equal(pdu?.data_coding, 0);
    assert.equal(pdu?.esm_class, 0);
    assert.equal(pdu?.registered_delivery, 1);
    assert.equal(pdu?.short_message.message, 'Tank 1 is low');
    assert.equal(pdu?.source_addr, '');
  });

  it('has nothing to do for no messages', async () => {
    const { provider } = await bind();
    assert.deepEqual(await provider.submit([]), []);
  });

  it('says by whom a message is, and of what kind that is', async () => {
    const pair = await bind({ options: { sender: 'KISIMA', senderNpi: 9 } });
    const senders = [
      null,
      'KISIMA',
      'Maji Safi',
      '22384',
      '+22384',
      '+254711000111',
      '0711 082 300',
    ];
    await pair.provider.submit(senders.map((from) => messageOf({ from })));
    const pdus = await takeSubmits(pair, senders.length);
    assert.deepEqual(
      pdus.map((pdu) => [pdu.source_addr, pdu.source_addr_ton, pdu.source_addr_npi]),
      [
        ['KISIMA', 5, 9],
        ['KISIMA', 5, 9],
        ['Maji Safi', 5, 0],
        ['22384', 3, 0],
        ['22384', 3, 0],
        ['254711000111', 1, 1],
        ['254711082300', 1, 1],
      ],
    );
  });

  it('refuses a sender that no PDU can carry', async () => {
    const { provider } = await bind();
    for (const from of ['Mäji', 'x'.repeat(21), 'a\0b']) {
      const [outcome] = await provider.submit([messageOf({ from })]);
      assert.equal(outcome?.outcome, 'refused', from);
    }
  });

  it('sends what GSM cannot write as UCS-2', async () => {
    const pair = await bind();
    await pair.provider.submit([messageOf({ text: 'Бак пуст 😀' })]);
    const [pdu] = await takeSubmits(pair, 1);
    assert.equal(pdu?.data_coding, 8);
    assert.equal(pdu?.short_message.message, 'Бак пуст 😀');
  });

  it('sends GSM text as GSM, not as ASCII', async () => {
    const pair = await bind();
    await pair.provider.submit([messageOf({ text: '@£_ {€}' })]);
    const [pdu] = await takeSubmits(pair, 1);
    assert.equal(pdu?.data_coding, 0);
    assert.equal(pdu?.short_message.message, '@£_ {€}');
  });

  for (const [name, text, codes] of [
    ['GSM', long, [0, 0, 0]],
    ['UCS-2', `Бак ${'😀'.repeat(70)}`, [8, 8, 8]],
  ] as const) {
    it(`sends a long ${name} text in parts that belong together`, async () => {
      const pair = await bind();
      const outcomes = await pair.provider.submit([messageOf({ text }), messageOf({ text })]);
      assert.deepEqual(outcomes, [
        { outcome: 'accepted', refs: ['1', '2', '3'] },
        { outcome: 'accepted', refs: ['4', '5', '6'] },
      ]);
      const pdus = await takeSubmits(pair, 6);
      const first = pdus.slice(0, 3);
      assert.deepEqual(
        first.map((pdu) => pdu.data_coding),
        codes,
      );
      assert.deepEqual(
        first.map((pdu) => pdu.esm_class),
        [0x40, 0x40, 0x40],
      );
      assert.equal(first.map((pdu) => pdu.short_message.message).join(''), text);
      const headers = pdus.map((pdu) => [...(pdu.short_message.udh?.[0] ?? [])]);
      const [reference = 0] = headers.map((header) => header[2]);
      assert.deepEqual(
        headers,
        [1, 2, 3, 4, 5, 6].map((at) => [0, 3, reference + (at > 3 ? 1 : 0), 3, ((at - 1) % 3) + 1]),
      );
    });
  }

  it('tells a refusal by its name in the specification', async () => {
    const { provider } = await bind({ onSubmit: () => ({ command_status: 0x0b }) });
    assert.deepEqual(await provider.submit([messageOf()]), [
      { outcome: 'refused', error: 'ESME_RINVDSTADR (0x0b)' },
    ]);
  });

  it('gives a message back that the SMSC cannot take just now', async () => {
    const { provider } = await bind({ onSubmit: () => ({ command_status: 0x08 }) });
    assert.deepEqual(await provider.submit([messageOf()]), [
      { outcome: 'busy', error: 'ESME_RSYSERR (0x08)' },
    ]);
    assert.equal(provider.health().state, 'up');
  });

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
    const submitted = pair.provider.submit([messageOf({ text: long })]);
    await takeSubmits(pair, 3);
    assert.deepEqual(await passing(pair, submitted), [
      { outcome: 'accepted', refs: ['1', '4', '3'] },
    ]);
    const [again] = await takeSubmits(pair, 1);
    assert.deepEqual([...(again?.short_message.udh?.[0] ?? [])].slice(3), [3, 2]);
  });

  it('gives up a long message when one of its parts is refused', async () => {
    const pair = await bind({
      options: { window: 1 },
      onSubmit: (_, index) => (index === 1 ? { command_status: 0x45 } : {}),
    });
    assert.deepEqual(await pair.provider.submit([messageOf({ text: long })]), [
      { outcome: 'refused', error: 'part 2 of 3: ESME_RSUBMITFAIL (0x45)' },
    ]);
    assert.equal(pair.peer.waiting('submit_sm'), 2);
  });

  it('does not know what became of a request without an answer', async () => {
    const pair = await bind({ onSubmit: (_, index) => (index === 0 ? undefined : {}) });
    const unanswered = pair.provider.submit([messageOf()]);
    assert.deepEqual(await pair.provider.submit([messageOf()]), [
      { outcome: 'accepted', refs: ['1'] },
    ]);
    pair.timers.advance(10_000);
    assert.deepEqual(await unanswered, [
      { outcome: 'unknown', error: 'no answer within 10000 ms' },
    ]);
    assert.equal(pair.provider.health().state, 'up');
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

  it('matches answers that come out of order', async () => {
    const pair = await bind({ onSubmit: () => undefined });
    const submitted = pair.provider.submit(bulk(3));
    const requests = [];
    while (requests.length < 3) requests.push(await pair.peer.next('submit_sm'));
    for (const { pdu, session } of requests.reverse()) {
      session.send(pdu.response({ message_id: `of ${pdu.sequence_number}` }));
    }
    const sequences = requests.reverse().map(({ pdu }) => pdu.sequence_number);
    assert.deepEqual(
      await submitted,
      sequences.map((sequence) => ({ outcome: 'accepted', refs: [`of ${sequence}`] })),
    );
  });

  for (const message_id of ['', '  ', 'NULL', 'None', 'n/a']) {
    it(`accepts an answer with the id "${message_id}", which is none`, async () => {
      const { provider } = await bind({ onSubmit: () => ({ message_id }) });
      assert.deepEqual(await provider.submit([messageOf()]), [{ outcome: 'accepted', refs: [] }]);
    });
  }

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

  it('spreads messages over its sessions', async () => {
    const pair = await bind({ options: { sessions: 3 } });
    await pair.provider.submit(bulk(9));
    const sessions = new Set();
    for (let taken = 0; taken < 9; taken += 1) {
      sessions.add((await pair.peer.next('submit_sm')).session);
    }
    assert.equal(sessions.size, 3);
    assert.equal(pair.provider.health().detail, '3 of 3 sessions bound');
  });

  it('keeps the row of thousands of messages', async () => {
    const pair = await bind({ options: { window: 50 } });
    const outcomes = await pair.provider.submit(bulk(3000));
    const refs = outcomes.map((each) => (each.outcome === 'accepted' ? each.refs[0] : each.error));
    assert.deepEqual(
      refs,
      Array.from({ length: 3000 }, (_, index) => String(index + 1)),
    );
  });
});
