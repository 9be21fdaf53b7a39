import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { receiptMessage, receiptOf } from '../../../../../test/helpers/smsc/receipt-texts.ts';
import { tags } from '../pdu/tlvs.ts';
import { isReceipt, readReceipt, readReceiptText } from './receipts.ts';

describe('receipts', () => {
  it('are known by their class or by a TLV of theirs, never by their text', () => {
    const text = { ...receiptMessage, esmClass: 0 };
    assert.equal(isReceipt(text), false);
    for (const esmClass of [0x04, 0x20, 0x24, 0x44]) assert.ok(isReceipt({ ...text, esmClass }));
    for (const tag of [tags.receipted_message_id, tags.message_state]) {
      assert.ok(isReceipt({ ...text, tlvs: [{ tag, value: Buffer.from([2]) }] }));
    }
    const acknowledged = { ...receiptMessage, esmClass: 0x08 };
    assert.ok(isReceipt(acknowledged));
    const word = Buffer.from('id:1 see you');
    assert.equal(isReceipt({ ...acknowledged, shortMessage: word }), false);
    const other = { tag: tags.user_message_reference, value: Buffer.from([0, 1]) };
    assert.equal(isReceipt({ ...text, tlvs: [other] }), false);
  });

  it('are found in any order of their fields, in any case', () => {
    const fields: [string, string][] = [
      ['id', '00AB12cd'],
      ['sub', '001'],
      ['dlvrd', '000'],
      ['submit date', '2611210800'],
      ['done date', '2611210801'],
      ['stat', 'UNDELIV'],
      ['err', '011'],
    ];
    const order = fc.shuffledSubarray(fields, { minLength: fields.length });
    const spelling = fc.constantFrom<(name: string) => string>(
      (name) => name,
      (name) => name.toUpperCase(),
      (name) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
    );
    const space = fc.constantFrom('', ' ');
    const signs = fc.constantFrom(':', '=');
    const between = fc.constantFrom(' ', ',', ';', ', ', '; ', '|', ' | ', '\t');
    fc.assert(
      fc.property(
        order,
        spelling,
        space,
        signs,
        between,
        (ordered, spell, gap, sign, separator) => {
          const fields = ordered.map(([name, value]) => `${spell(name)}${sign}${gap}${value}`);
          assert.deepEqual(readReceiptText([...fields, `text${sign}whatever`].join(separator)), {
            id: '00AB12cd',
            stat: 'UNDELIV',
            err: '011',
          });
        },
      ),
    );
  });

  it('are not misled by the text of the message, wherever it stands', () => {
    const trap = 'id:666 stat:REJECTD err:9';
    const good = 'id:5 stat:DELIVRD err:000';
    for (const text of [`${good} text:${trap}`, `text:${trap} ${good}`]) {
      assert.deepEqual(readReceiptText(text), { id: '5', stat: 'DELIVRD', err: '000' });
    }
  });

  it('are found by longer names, with blanks and quotes around, and without a value', () => {
    const fields = { id: '5', stat: 'DELIVRD', err: '000' };
    for (const text of [
      'id:  5 stat : DELIVRD err:\t000',
      'msgid:5 status:DELIVRD error:000',
      'message_id=5&state=DELIVRD&error_code=000',
      '{"id":"5","stat":"DELIVRD","err":"000","text":"id:6"}',
      "id:'5'\r\nstat:'DELIVRD'\r\nerr:'000'",
      'status:0 msgid:6 id:5 stat:DELIVRD err:000',
    ]) {
      assert.deepEqual(readReceiptText(text), fields, text);
    }
    const braced = readReceiptText(
      'id:{550E8400-E29B-41D4-A716-446655440000} stat:DELIVRD err:000',
    );
    assert.equal(braced.id, '550E8400-E29B-41D4-A716-446655440000');
    const empty = readReceiptText('id: sub:001 stat: err:027 text:');
    assert.deepEqual(empty, { id: undefined, stat: undefined, err: '027' });
  });

  it('do not take a field of another name for their own', () => {
    assert.equal(readReceiptText('smsid:9 substat:8').id, undefined);
    assert.equal(readReceiptText('grid:9 id:4').id, '4');
  });

  it('are read whatever is in them', () => {
    fc.assert(
      fc.property(fc.string(), fc.uint8Array(), fc.nat(255), (text, octets, dataCoding) => {
        readReceiptText(text);
        readReceipt({ ...receiptMessage, shortMessage: octets, dataCoding });
      }),
    );
  });

  it('take id and state from TLVs, and the rest from the text', () => {
    const receipt = receiptOf('stat:DELIVRD id:7 err:5', {
      tlvs: [{ tag: tags.message_state, value: Buffer.from([3]) }],
    });
    const zero = receiptOf('id:1 stat:UNDELIV err:034', {
      tlvs: [{ tag: tags.network_error_code, value: Buffer.from([3, 0, 0]) }],
    });
    assert.equal(zero.error, 'UNDELIV, error 034');
    assert.deepEqual(receipt, {
      id: '7',
      status: 'expired',
      error: 'EXPIRED, error 5',
      to: '254712345678',
    });
  });

  it('are read from TLVs alone, also where the ESM class does not say what they are', () => {
    const message = {
      ...receiptMessage,
      esmClass: 0,
      shortMessage: new Uint8Array(),
      tlvs: [
        { tag: tags.receipted_message_id, value: Buffer.from('77\0') },
        { tag: tags.message_state, value: Buffer.from([2]) },
      ],
    };
    assert.equal(isReceipt(message), true);
    assert.equal(receiptOf('', message).id, '77');
  });

  it('are read with NULs behind and between their fields, and with the underscore of GSM', () => {
    for (const [text, id] of [
      ['stat:DELIVRD id:77\0', '77'],
      ['id:77\0stat:DELIVRD\0\0', '77'],
      ['id:ab\x11c-1 stat:DELIVRD', 'ab_c-1'],
      ['id:ab_c-1 stat:DELIVRD', 'ab_c-1'],
    ] as const) {
      const { id: read, status } = receiptOf(text);
      assert.deepEqual([read, status], [id, 'delivered']);
    }
  });

  it('name the phone only where it is one of ours', () => {
    const from = (address: string) =>
      receiptOf('id:1 stat:DELIVRD', { source: { ton: 1, npi: 1, address } });
    assert.equal(from('254112345678').to, '254112345678');
    assert.equal(from('0712345678').to, '254712345678');
    assert.equal(from('KISIMA').to, undefined);
    const turned = { source: receiptMessage.destination, destination: receiptMessage.source };
    assert.equal(receiptOf('id:1 stat:DELIVRD', turned).to, '254712345678');
  });

  it('are read in UCS-2 of either order, behind any header, whatever data coding they say', () => {
    const text = 'id:ab12 sub:001 stat:DELIVRD err:000 text:Café';
    const little = Buffer.from(text, 'utf16le');
    const big = Buffer.from(little).swap16();
    const header = fc.constantFrom<number[]>([], [5, 0, 3, 9, 1, 1], [6, 8, 4, 0, 9, 1, 1]);
    const octets = fc.constantFrom(little, big, Buffer.from(text, 'latin1'));
    fc.assert(
      fc.property(header, octets, fc.nat(255), (before, body, dataCoding) => {
        const shortMessage = Buffer.concat([Buffer.from(before), body]);
        const { id, status } = receiptOf('', { shortMessage, dataCoding, esmClass: 0x44 });
        assert.deepEqual([id, status], ['ab12', 'delivered']);
      }),
    );
  });

  it('may be intermediate, and in UCS-2, and in message_payload', () => {
    assert.equal(isReceipt({ ...receiptMessage, esmClass: 0x20 }), true);
    assert.equal(isReceipt({ ...receiptMessage, esmClass: 0x44 }), true);
    assert.equal(isReceipt({ ...receiptMessage, esmClass: 0x40 }), false);
    const ucs2 = Buffer.from('id:8 stat:ENROUTE', 'utf16le').swap16();
    assert.equal(receiptOf('', { dataCoding: 8, shortMessage: ucs2 }).id, '8');
    const tlvs = [{ tag: tags.message_payload, value: Buffer.from('id:9 stat:DELIVRD') }];
    assert.equal(receiptOf('', { tlvs }).id, '9');
    assert.equal(receiptOf('\0', { tlvs }).id, '9');
    assert.equal(receiptOf('id:10 stat:DELIVRD', { dataCoding: 8 }).id, '10');
  });
});
