import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messageOf } from '../../../../test/helpers/smsc/smpp-client.ts';
import {
  bindPair,
  deliver,
  deliverByData,
  useSmppPairs,
} from '../../../../test/helpers/smsc/smpp-pair.ts';
import { until } from '../../../../test/helpers/until.ts';

const receiptClass = 0x04;
const phone = { source_addr: '254712345678', destination_addr: '22384' };
const rawText = (text: string) => ({ short_message: Buffer.from(text, 'latin1') });

describe('what an SMSC delivers', () => {
  const bind = useSmppPairs(bindPair);

  describe('receipts', () => {
    it('are told from their text, and confirmed when they are durable', async () => {
      const { session, receipts } = await bind();
      const text =
        'id:0123456789 sub:001 dlvrd:001 submit date:2611210800 done date:2611210801 ' +
        'stat:DELIVRD err:000 text:Tank 1 is low';
      let confirmed: number | undefined;
      const delivered = deliver(session, { ...phone, esm_class: receiptClass, ...rawText(text) });
      void delivered.then((status) => {
        confirmed = status;
      });
      const { told, stored } = await receipts.next();
      assert.deepEqual(told, {
        provider: 'smpp',
        ref: '123456789',
        status: 'delivered',
        error: null,
        to: '254712345678',
      });
      session.enquire_link(() => {
        assert.equal(confirmed, undefined);
        stored();
      });
      assert.equal(await delivered, 0);
    });

    it('are told from their TLVs, which count more than the text', async () => {
      const { session, receipts } = await bind();
      const delivered = deliver(session, {
        ...phone,
        esm_class: receiptClass,
        receipted_message_id: 'ab12',
        message_state: 5,
        network_error_code: Buffer.from([3, 0, 27]),
        ...rawText('id:1 stat:DELIVRD'),
      });
      const { told, stored } = await receipts.next();
      assert.deepEqual(told, {
        provider: 'smpp',
        ref: 'ab12',
        status: 'undelivered',
        error: 'UNDELIV, error 027',
        to: '254712345678',
      });
      stored();
      assert.equal(await delivered, 0);
    });

    it('are to come again when they could not be stored', async () => {
      const { session, receipts } = await bind();
      const delivered = deliver(session, {
        esm_class: receiptClass,
        ...rawText('id:1 stat:DELIVRD'),
      });
      (await receipts.next()).notStored();
      assert.equal(await delivered, 0x64);
    });

    it('are confirmed also where they say nothing, so that they end', async () => {
      const { session, receipts, unknown } = await bind();
      for (const text of ['', 'stat:DELIVRD', 'id:77 stat:SOMEHOW']) {
        assert.equal(await deliver(session, { esm_class: receiptClass, ...rawText(text) }), 0);
      }
      assert.equal(receipts.waiting(), 0);
      assert.deepEqual(
        unknown.map(({ form }) => form),
        ['no id', 'no id', 'SOMEHOW'],
      );
    });

    it('may come before the answer', async () => {
      const { session, receipts, provider, peer } = await bind({ onSubmit: () => undefined });
      const submitted = provider.submit([messageOf()]);
      const { pdu } = await peer.next('submit_sm');
      const delivered = deliver(session, {
        esm_class: receiptClass,
        ...rawText('id:55 stat:DELIVRD'),
      });
      const { told, stored } = await receipts.next();
      assert.equal(told.ref, '55');
      stored();
      assert.equal(await delivered, 0);
      session.send(pdu.response({ message_id: '55' }));
      assert.deepEqual(await submitted, [{ outcome: 'accepted', refs: ['55'] }]);
    });

    for (const [ids, answer, receipt] of [
      ['hex-dec', '0A1B2C3D', '169552957'],
      ['dec-hex', '169552957', '0A1B2C3D'],
      ['same', '550e8400-e29b', '550E8400-E29B'],
    ] as const) {
      it(`match answers, ${ids}: ${answer} and ${receipt}`, async () => {
        const { provider, session, receipts } = await bind({
          options: { ids },
          onSubmit: () => ({ message_id: answer }),
        });
        const [outcome] = await provider.submit([messageOf()]);
        const delivered = deliver(session, {
          esm_class: receiptClass,
          ...rawText(`stat:DELIVRD id:${receipt}`),
        });
        const { told, stored } = await receipts.next();
        assert.deepEqual(outcome, { outcome: 'accepted', refs: [told.ref] });
        stored();
        await delivered;
      });
    }
  });

  for (const text of [
    'id:ab12,sub:001,dlvrd:001,stat:DELIVRD,err:000,text:x',
    'id:ab12; sub:001; stat:2; err:000',
    'stat:DELIVERED;id:AB12',
  ]) {
    it(`tells a receipt of data_sm: ${text}`, async () => {
      const { session, receipts } = await bind();
      const delivered = deliverByData(session, {
        ...phone,
        esm_class: receiptClass,
        message_payload: Buffer.from(text),
      });
      const { told, stored } = await receipts.next();
      assert.deepEqual([told.ref, told.status, told.to], ['ab12', 'delivered', '254712345678']);
      stored();
      assert.deepEqual(await delivered, { command: 'data_sm_resp', status: 0 });
    });
  }

  it('is put off while a thousand deliveries wait to be stored', async () => {
    const { session, receipts } = await bind();
    const statuses = Array.from({ length: 1001 }, (_, id) =>
      deliver(session, { esm_class: receiptClass, ...rawText(`id:${id} stat:DELIVRD`) }),
    );
    assert.equal(await statuses.at(-1), 0x58);
    for (let taken = 0; taken < 1000; taken += 1) (await receipts.next()).stored();
    assert.ok((await Promise.all(statuses.slice(0, 1000))).every((status) => status === 0));
  });

  it('waits to be stored when we stop', async () => {
    const { provider, session, receipts, peer } = await bind();
    const delivered = deliver(session, {
      esm_class: receiptClass,
      ...rawText('id:1 stat:DELIVRD'),
    });
    const { stored } = await receipts.next();
    const stopped = provider.stop?.();
    await until(() => provider.health().state === 'down');
    assert.equal(peer.waiting('unbind'), 0);
    stored();
    assert.equal(await delivered, 0);
    await peer.next('unbind');
    await stopped;
  });
});
