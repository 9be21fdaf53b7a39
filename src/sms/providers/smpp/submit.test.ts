import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messageOf } from '../../../../test/helpers/smsc/smpp-client.ts';
import { bindPair, useSmppPairs } from '../../../../test/helpers/smsc/smpp-pair.ts';
import { bulk, longText, takeSubmits } from '../../../../test/helpers/smsc/submits.ts';

describe('submitting over SMPP', () => {
  const bind = useSmppPairs(bindPair);

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
    ['GSM', longText, [0, 0, 0]],
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

  it('gives up a long message when one of its parts is refused', async () => {
    const pair = await bind({
      options: { window: 1 },
      onSubmit: (_, index) => (index === 1 ? { command_status: 0x45 } : {}),
    });
    assert.deepEqual(await pair.provider.submit([messageOf({ text: longText })]), [
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
