import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  bindPair,
  deliver,
  deliverByData,
  useSmppPairs,
} from '../../../../test/helpers/smsc/smpp-pair.ts';

const _receiptClass = 0x04;
const phone = { source_addr: '254712345678', destination_addr: '22384' };
const rawText = (text: string) => ({ short_message: Buffer.from(text, 'latin1') });

describe('what an SMSC delivers', () => {
  const bind = useSmppPairs(bindPair);

  it('tells a message from a phone by data_sm, and asks for it again where it was not stored', async () => {
    const { session, inbound } = await bind();
    const fields = { ...phone, data_coding: 0x18, message_payload: Buffer.from('0053', 'hex') };
    const refused = deliverByData(session, fields);
    (await inbound.next()).notStored();
    assert.deepEqual(await refused, { command: 'data_sm_resp', status: 0x64 });
    const delivered = deliverByData(session, fields);
    const { told, stored } = await inbound.next();
    assert.equal(told.text, 'S');
    stored();
    assert.deepEqual(await delivered, { command: 'data_sm_resp', status: 0 });
  });

  describe('messages from phones', () => {
    for (const [dataCoding, octets, text] of [
      [0, Buffer.from([0x00, 0x1b, 0x65, 0x41, 0x7f]), '@€Aà'],
      [1, Buffer.from('STOP'), 'STOP'],
      [3, Buffer.from('caf\u00e9', 'latin1'), 'café'],
      [8, Buffer.from('АCHA 😀', 'utf16le').swap16(), 'АCHA 😀'],
      [0xf0, Buffer.from([0x00]), '@'],
      [4, Buffer.from([0xe9]), 'é'],
      [0x10, Buffer.from([0x00]), '@'],
      [0x14, Buffer.from([0xe9]), 'é'],
      [0x18, Buffer.from('А', 'utf16le').swap16(), 'А'],
      [0xe0, Buffer.from('А', 'utf16le').swap16(), 'А'],
      [0xf4, Buffer.from([0xe9]), 'é'],
    ] as const) {
      it(`are read with data coding ${dataCoding}`, async () => {
        const { session, inbound } = await bind();
        const delivered = deliver(session, {
          ...phone,
          data_coding: dataCoding,
          short_message: octets,
        });
        const { told, stored } = await inbound.next();
        assert.deepEqual(told, {
          provider: 'smpp',
          ref: null,
          from: '254712345678',
          to: '22384',
          text,
        });
        stored();
        assert.equal(await delivered, 0);
      });
    }

    it('are shown octet by octet with a data coding that is not known, which is told', async () => {
      const { session, inbound, unknown } = await bind();
      const delivered = deliver(session, { ...phone, data_coding: 0x2c, ...rawText('\xe9') });
      const { told, stored } = await inbound.next();
      assert.equal(told.text, 'é');
      stored();
      await delivered;
      assert.deepEqual(unknown, [{ provider: 'smpp', kind: 'data_coding', form: '0x2c' }]);
    });

    it('are taken from message_payload too', async () => {
      const { session, inbound } = await bind();
      const delivered = deliver(session, {
        ...phone,
        data_coding: 3,
        message_payload: Buffer.from('a long one'),
      });
      const { told, stored } = await inbound.next();
      assert.equal(told.text, 'a long one');
      stored();
      await delivered;
    });

    it('are never receipts, whatever they say', async () => {
      const { session, inbound, receipts } = await bind();
      const delivered = deliver(session, { ...phone, ...rawText('id:1 stat:DELIVRD err:000') });
      const { told, stored } = await inbound.next();
      assert.equal(told.text, 'id:1 stat:DELIVRD err:000');
      assert.equal(receipts.waiting(), 0);
      stored();
      await delivered;
    });

    it('are joined from parts with headers, in any order, and confirmed together', async () => {
      const { session, inbound } = await bind();
      const part = (number: number, text: string) =>
        deliver(session, {
          ...phone,
          esm_class: 0x40,
          data_coding: 3,
          short_message: Buffer.concat([Buffer.from([5, 0, 3, 7, 3, number]), Buffer.from(text)]),
        });
      const parts = [part(3, 'three'), part(1, 'one '), part(2, 'two ')];
      const { told, stored } = await inbound.next();
      assert.equal(told.text, 'one two three');
      stored();
      assert.deepEqual(await Promise.all(parts), [0, 0, 0]);
      assert.equal(inbound.waiting(), 0);
    });

    it('are joined from parts with sar_ TLVs, also where a character is cut', async () => {
      const { session, inbound } = await bind();
      const whole = Buffer.from('ab😀', 'utf16le').swap16();
      const part = (number: number, octets: Buffer) =>
        deliver(session, {
          ...phone,
          data_coding: 8,
          sar_msg_ref_num: 513,
          sar_total_segments: 2,
          sar_segment_seqnum: number,
          short_message: octets,
        });
      const parts = [part(1, whole.subarray(0, 6)), part(2, whole.subarray(6))];
      const { told, stored } = await inbound.next();
      assert.equal(told.text, 'ab😀');
      stored();
      assert.deepEqual(await Promise.all(parts), [0, 0]);
    });

    it('are joined for an SMSC that waits for the answer to each part', async () => {
      const { session, inbound, timers } = await bind();
      const part = (number: number) =>
        deliver(session, {
          ...phone,
          esm_class: 0x40,
          data_coding: 3,
          short_message: Buffer.from([5, 0, 3, 7, 2, number, 64 + number]),
        });
      let isConfirmed = false;
      const first = part(1).then((status) => {
        isConfirmed = true;
        return status;
      });
      await new Promise<void>((resolve) => session.enquire_link(() => resolve()));
      assert.equal(isConfirmed, false);
      timers.advance(1000);
      assert.equal(await first, 0);
      const second = part(2);
      const { told, stored } = await inbound.next();
      assert.equal(told.text, 'AB');
      stored();
      assert.equal(await second, 0);
    });
  });
});
