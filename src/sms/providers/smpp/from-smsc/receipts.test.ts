import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { ShortMessage } from '../pdu/pdu.ts';
import { tags } from '../pdu/tlvs.ts';
import { isReceipt, readReceipt, readReceiptText } from './receipts.ts';

const base: ShortMessage = {
  serviceType: '',
  source: { ton: 1, npi: 1, address: '+254712345678' },
  destination: { ton: 3, npi: 0, address: '22384' },
  esmClass: 4,
  protocolId: 0,
  priority: 0,
  scheduleDeliveryTime: '',
  validityPeriod: '',
  registeredDelivery: 0,
  replaceIfPresent: 0,
  dataCoding: 0,
  defaultMessageId: 0,
  shortMessage: Buffer.from('id:1 stat:DELIVRD'),
  tlvs: [],
};
const receiptOf = (text: string, fields: Partial<ShortMessage> = {}) => {
  const receipt = readReceipt({ ...base, shortMessage: Buffer.from(text, 'latin1'), ...fields });
  assert.ok(!('form' in receipt), JSON.stringify(receipt));
  return receipt;
};

describe('receipts', () => {
  it('are known by their class or by a TLV of theirs, never by their text', () => {
    const text = { ...base, esmClass: 0 };
    assert.equal(isReceipt(text), false);
    for (const esmClass of [0x04, 0x20, 0x24, 0x44]) assert.ok(isReceipt({ ...text, esmClass }));
    for (const tag of [tags.receipted_message_id, tags.message_state]) {
      assert.ok(isReceipt({ ...text, tlvs: [{ tag, value: Buffer.from([2]) }] }));
    }
    const acknowledged = { ...base, esmClass: 0x08 };
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
        readReceipt({ ...base, shortMessage: octets, dataCoding });
      }),
    );
  });

  for (const [stat, status, error] of [
    ['DELIVRD', 'delivered', null],
    ['ENROUTE', 'pending', null],
    ['ACCEPTD', 'pending', null],
    ['UNDELIV', 'undelivered', 'UNDELIV, error 027'],
    ['EXPIRED', 'expired', 'EXPIRED, error 027'],
    ['REJECTD', 'failed', 'REJECTD, error 027'],
    ['DELETED', 'failed', 'DELETED, error 027'],
    ['UNKNOWN', 'undelivered', 'UNKNOWN, error 027'],
    ['DELIVRED', 'delivered', null],
    ['delivered', 'delivered', null],
    ['UNDELIVERABLE', 'undelivered', 'UNDELIV, error 027'],
    ['REJECTED', 'failed', 'REJECTD, error 027'],
    ['ACCEPTED', 'pending', null],
    ['FAILED', 'undelivered', 'FAILED, error 027'],
    ['2', 'delivered', null],
    ['5', 'undelivered', 'UNDELIV, error 027'],
    ['008', 'failed', 'REJECTD, error 027'],
    ['1', 'pending', null],
    ['"DELIVRD"', 'delivered', null],
    ['DLVRD', 'delivered', null],
    ['DeliveredToTerminal', 'delivered', null],
    ['DeliveredToNetwork', 'pending', null],
    ['EN_ROUTE', 'pending', null],
    ['DELIVERY_FAILED', 'undelivered', 'DELIVERYFAILED, error 027'],
    ['DeliveryImpossible', 'undelivered', 'DELIVERYIMPOSSIBLE, error 027'],
    ['NOT_DELIVERED', 'undelivered', 'NOTDELIVERED, error 027'],
    ['UNDLV', 'undelivered', 'UNDLV, error 027'],
    ['FAIL', 'undelivered', 'FAIL, error 027'],
    ['AbsentSubscriber', 'undelivered', 'ABSENTSUBSCRIBER, error 027'],
    ['CANCELED', 'failed', 'CANCELED, error 027'],
  ] as const) {
    it(`say ${status} for ${stat}`, () => {
      const receipt = receiptOf(`id:1 stat:${stat} err:027`);
      assert.deepEqual([receipt.status, receipt.error], [status, error]);
    });
  }

  it('say what could not be read, and nothing of what somebody wrote there', () => {
    const formOf = (text: string) =>
      readReceipt({ ...base, shortMessage: Buffer.from(text, 'latin1') });
    assert.deepEqual(formOf('stat:DELIVRD'), { kind: 'receipt', form: 'no id' });
    assert.deepEqual(formOf('id:1'), { kind: 'receipt_state', form: 'no state' });
    assert.deepEqual(formOf('id:1 stat:Parked'), { kind: 'receipt_state', form: 'PARKED' });
    assert.deepEqual(formOf('id:1 stat:77'), { kind: 'receipt_state', form: '77' });
    assert.deepEqual(formOf('id:1 stat:254712345678'), { kind: 'receipt_state', form: 'other' });
  });

  it('are read where a state is several words, up to the next field', () => {
    for (const [state, status] of [
      ['Delivered To Network', 'pending'],
      ['DELIVERED TO SMSC', 'pending'],
      ['Delivery Pending', 'pending'],
      ['Message Waiting', 'pending'],
      ['Delivered To Handset', 'delivered'],
      ['Delivered Successfully', 'delivered'],
      ['Not Delivered', 'undelivered'],
      ['Delivery Impossible', 'undelivered'],
      ['Absent Subscriber', 'undelivered'],
    ] as const) {
      for (const text of [
        `id:1 sub:001 dlvrd:001 stat:${state} err:000 text:`,
        `id:1 stat:${state}`,
        `{"id":"1","stat":"${state}","err":"000"}`,
        `id:1 err:000 stat:${state} submit date:2611290805 done date:2611290806`,
      ]) {
        assert.equal(receiptOf(text).status, status, text);
      }
    }
    // What somebody wrote behind the state is none of it.
    assert.equal(receiptOf('id:1 stat:DELIVRD Your payment failed').status, 'delivered');
  });

  it('leave out an error that is none', () => {
    for (const err of [' err:000', ' err:0', '']) {
      assert.equal(receiptOf(`id:1 stat:EXPIRED${err}`).error, 'EXPIRED');
    }
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

  it('go by the end that their text knows, where the TLV knows none', () => {
    for (const [octet, stat, status] of [
      [0, 'DELIVRD', 'delivered'],
      [1, 'UNDELIV', 'undelivered'],
      [6, 'ENROUTE', 'pending'],
      [2, 'ENROUTE', 'delivered'],
      [0x32, 'ENROUTE', 'delivered'],
      [99, 'UNDELIV', 'undelivered'],
    ] as const) {
      const tlvs = [{ tag: tags.message_state, value: Buffer.from([octet]) }];
      assert.equal(receiptOf(`id:1 stat:${stat}`, { tlvs }).status, status);
    }
  });

  it('are read from TLVs alone, also where the ESM class does not say what they are', () => {
    const message = {
      ...base,
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
    const turned = { source: base.destination, destination: base.source };
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
    assert.equal(isReceipt({ ...base, esmClass: 0x20 }), true);
    assert.equal(isReceipt({ ...base, esmClass: 0x44 }), true);
    assert.equal(isReceipt({ ...base, esmClass: 0x40 }), false);
    const ucs2 = Buffer.from('id:8 stat:ENROUTE', 'utf16le').swap16();
    assert.equal(receiptOf('', { dataCoding: 8, shortMessage: ucs2 }).id, '8');
    const tlvs = [{ tag: tags.message_payload, value: Buffer.from('id:9 stat:DELIVRD') }];
    assert.equal(receiptOf('', { tlvs }).id, '9');
    assert.equal(receiptOf('\0', { tlvs }).id, '9');
    assert.equal(receiptOf('id:10 stat:DELIVRD', { dataCoding: 8 }).id, '10');
  });
});
