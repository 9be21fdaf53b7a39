import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messageOf } from '../../../../test/helpers/smsc/smpp-client.ts';
import { bindPair, type SmppPair, useSmppPairs } from '../../../../test/helpers/smsc/smpp-pair.ts';
import type { PeerPdu } from '../../../../test/helpers/smsc/smpp-peer.ts';

const text = 'Maji yako yamefika, asante sana. '.repeat(12);
const hasValidity = ({ validity_period: period }: PeerPdu) => Boolean(period);

describe('the form of a submit', () => {
  const bind = useSmppPairs(bindPair);
  const takeAll = async ({ peer }: SmppPair) => {
    const pdus: PeerPdu[] = [];
    while (peer.waiting('submit_sm') > 0) pdus.push((await peer.next('submit_sm')).pdu);
    return pdus;
  };

  it('has the service type and the kind of numbers that are set', async () => {
    const pair = await bind({
      options: { serviceType: 'CMT', destinationTon: 2, destinationNpi: 8, sender: '22384' },
    });
    await pair.provider.submit([messageOf()]);
    const [pdu] = await takeAll(pair);
    assert.equal(pdu?.service_type, 'CMT');
    assert.deepEqual([pdu.dest_addr_ton, pdu.dest_addr_npi], [2, 8]);
    assert.deepEqual([pdu.source_addr_ton, pdu.source_addr_npi], [3, 0]);
  });

  it("has the operator's sender as it is written, where its kind is set", async () => {
    const options = { sender: '0711222333', senderTon: 2, senderNpi: 8 };
    const pair = await bind({ options });
    const senders = [null, '0711222333', '+254711222333'];
    await pair.provider.submit(senders.map((from) => messageOf({ from })));
    assert.deepEqual(
      (await takeAll(pair)).map((pdu) => [
        pdu.source_addr,
        pdu.source_addr_ton,
        pdu.source_addr_npi,
      ]),
      [
        ['0711222333', 2, 8],
        ['0711222333', 2, 8],
        ['254711222333', 1, 1],
      ],
    );
  });

  it('has a long text in parts with sar_ TLVs', async () => {
    const pair = await bind({ options: { longTexts: 'sar' } });
    const outcomes = await pair.provider.submit([messageOf({ text }), messageOf()]);
    assert.deepEqual(outcomes, [
      { outcome: 'accepted', refs: ['1', '2', '3'] },
      { outcome: 'accepted', refs: ['4'] },
    ]);
    const pdus = await takeAll(pair);
    const long = pdus.slice(0, 3);
    assert.equal(long.map((pdu) => pdu.short_message.message).join(''), text);
    const [reference] = long.map((pdu) => pdu.sar_msg_ref_num);
    assert.deepEqual(
      long.map((pdu) => [pdu.esm_class, pdu.sar_msg_ref_num, pdu.sar_segment_seqnum]),
      [1, 2, 3].map((number) => [0, reference, number]),
    );
    assert.ok(long.every((pdu) => pdu.sar_total_segments === 3));
    assert.equal(pdus[3]?.sar_total_segments, undefined);
  });

  it('has a long text whole in message_payload, and a short one as ever', async () => {
    const pair = await bind({ options: { longTexts: 'payload' } });
    const russian = `Бак ${'😀'.repeat(70)}`;
    const outcomes = await pair.provider.submit(
      [text, russian, 'Maji'].map((each) => messageOf({ text: each })),
    );
    assert.deepEqual(
      outcomes,
      ['1', '2', '3'].map((ref) => ({ outcome: 'accepted', refs: [ref] })),
    );
    const pdus = await takeAll(pair);
    assert.deepEqual(
      pdus.map((pdu) => [pdu.data_coding, pdu.message_payload?.message, pdu.short_message.message]),
      [
        [0, text, ''],
        [8, russian, ''],
        [0, undefined, 'Maji'],
      ],
    );
  });

  it('has the validity period in UTC, or none, where it is set so', async () => {
    for (const [validity, period] of [
      ['absolute', new Date(Date.UTC(2026, 10, 23, 8))],
      ['none', ''],
    ] as const) {
      const pair = await bind({ options: { validity } });
      await pair.provider.submit([messageOf()]);
      const { pdu } = await pair.peer.next('submit_sm');
      assert.deepEqual(pdu.validity_period, period);
    }
  });

  for (const status of [0x61, 0x62]) {
    it(`has no validity period any more once an SMSC has refused it with ${status}`, async () => {
      const pair = await bind({
        onSubmit: (pdu) => (hasValidity(pdu) ? { command_status: status } : {}),
      });
      const { provider } = pair;
      assert.equal((await provider.submit([messageOf()]))[0]?.outcome, 'accepted');
      const first = await takeAll(pair);
      assert.deepEqual(first.map(hasValidity), [true, false]);
      assert.equal(first[0]?.short_message.message, first[1]?.short_message.message);
      const long = await provider.submit([messageOf({ text }), messageOf()]);
      assert.ok(long.every(({ outcome }) => outcome === 'accepted'));
      assert.deepEqual((await takeAll(pair)).map(hasValidity), [false, false, false, false]);
      assert.equal(pair.log.filter((line) => line.includes('SMPP_VALIDITY')).length, 1);
    });
  }

  it('has none in each part of a long message, whose parts are sent once without it', async () => {
    for (const longTexts of ['udh', 'sar', 'payload'] as const) {
      const pair = await bind({
        options: { longTexts },
        onSubmit: (pdu) => (hasValidity(pdu) ? { command_status: 0x62 } : {}),
      });
      const [outcome] = await pair.provider.submit([messageOf({ text })]);
      const parts = longTexts === 'payload' ? 1 : 3;
      assert.equal(outcome?.outcome === 'accepted' && outcome.refs.length, parts);
      const pdus = await takeAll(pair);
      assert.equal(pdus.filter(hasValidity).length, parts);
      const taken = pdus.filter((pdu) => !hasValidity(pdu));
      const payload = taken[0]?.message_payload?.message;
      assert.equal(payload ?? taken.map((pdu) => pdu.short_message.message).join(''), text);
    }
  });

  it('is refused where it is refused without one as well, and later ones keep theirs', async () => {
    const pair = await bind({
      onSubmit: (_, index) => (index < 2 ? { command_status: 0x62 } : {}),
    });
    assert.deepEqual(await pair.provider.submit([messageOf()]), [
      { outcome: 'refused', error: 'ESME_RINVEXPIRY (0x62)' },
    ]);
    await pair.provider.submit([messageOf()]);
    assert.deepEqual((await takeAll(pair)).map(hasValidity), [true, false, true]);
  });

  it('is sent once where it never had one', async () => {
    const pair = await bind({
      options: { validity: 'none' },
      onSubmit: () => ({ command_status: 0x62 }),
    });
    assert.equal((await pair.provider.submit([messageOf()]))[0]?.outcome, 'refused');
    assert.equal((await takeAll(pair)).length, 1);
  });

  it('is in doubt where it was sent anew and no answer comes', async () => {
    const pair = await bind({
      onSubmit: (pdu) => (hasValidity(pdu) ? { command_status: 0x62 } : undefined),
    });
    const submitted = pair.provider.submit([messageOf()]);
    await pair.peer.next('submit_sm');
    await pair.peer.next('submit_sm');
    pair.timers.advance(10_000);
    assert.equal((await submitted)[0]?.outcome, 'unknown');
  });
});
