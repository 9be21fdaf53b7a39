import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyPdu, octet, shortMessage } from '../../../../test/helpers/smsc/any-pdu.ts';
import { decodePdu } from './pdu/decode-pdu.ts';
import { encodePdu, setSequence } from './pdu/encode-pdu.ts';
import { MalformedPduError } from './pdu/octets.ts';
import { tags } from './pdu/tlvs.ts';

describe('the SMPP codec', () => {
  it('reads what it wrote', () => {
    fc.assert(
      fc.property(anyPdu, (pdu) => {
        assert.deepEqual(structuredClone(decodePdu(encodePdu(pdu))), structuredClone(pdu));
      }),
    );
  });

  it('is read by the package smpp', () => {
    const peer = loadPeer();
    const frame = encodePdu({
      command: 'submit_sm',
      status: 0,
      sequence: 7,
      serviceType: '',
      source: { ton: 5, npi: 0, address: 'KISIMA' },
      destination: { ton: 1, npi: 1, address: '254712345678' },
      esmClass: 0x40,
      protocolId: 0,
      priority: 0,
      scheduleDeliveryTime: '',
      validityPeriod: '000002000000000R',
      registeredDelivery: 1,
      replaceIfPresent: 0,
      dataCoding: 8,
      defaultMessageId: 0,
      shortMessage: Buffer.from([5, 0, 3, 9, 2, 1, 0x04, 0x48]),
      tlvs: [{ tag: tags.sar_msg_ref_num, value: Buffer.from([1, 2]) }],
    });
    const read = new peer.PDU(frame);
    assert.equal(read.command, 'submit_sm');
    assert.equal(read.sequence_number, 7);
    assert.equal(read.source_addr_ton, 5);
    assert.equal(read.source_addr, 'KISIMA');
    assert.equal(read.destination_addr, '254712345678');
    assert.equal(read.esm_class, 0x40);
    assert.equal(read.data_coding, 8);
    assert.equal(read.registered_delivery, 1);
    assert.equal(read.sar_msg_ref_num, 0x0102);
    assert.equal(read.short_message.message, 'ш');
    assert.deepEqual(read.short_message.udh, [Buffer.from([0, 3, 9, 2, 1])]);
  });

  it('refuses a short message that its length octet cannot count', () => {
    const pdu = fc.sample(
      fc.record({ ...shortMessage, shortMessage: fc.constant(Buffer.alloc(255)) }),
      1,
    );
    const message = pdu[0];
    assert.ok(message);
    assert.throws(
      () => encodePdu({ command: 'submit_sm', status: 0, sequence: 1, ...message }),
      RangeError,
    );
  });

  it('numbers a PDU that was written before it had a number', () => {
    const frame = encodePdu({ command: 'enquire_link', status: 0, sequence: 0 });
    setSequence(frame, 0x7fff_ffff);
    assert.equal(decodePdu(frame).sequence, 0x7fff_ffff);
  });

  it('reads an answer without a body, or without its NUL', () => {
    const whole = encodePdu({ command: 'submit_sm_resp', status: 0, sequence: 3, messageId: 'a1' });
    for (const [length, messageId] of [
      [16, ''],
      [17, 'a'],
      [18, 'a1'],
      [19, 'a1'],
    ] as const) {
      assert.deepEqual(decodePdu(whole.subarray(0, length)), {
        command: 'submit_sm_resp',
        status: 0,
        sequence: 3,
        messageId,
      });
    }
  });

  it('reads a delivery with padding or a NUL too many behind its fields, and one whose last TLV is cut', () => {
    const delivery = fc.record(shortMessage).map((message) => ({
      command: 'deliver_sm' as const,
      status: 0,
      sequence: 1,
      ...message,
    }));
    fc.assert(
      fc.property(delivery, fc.nat(20), fc.nat(), (pdu, padding, cut) => {
        const frame = encodePdu(pdu);
        const whole = decodePdu(frame);
        assert.ok(whole.command === 'deliver_sm');
        assert.deepEqual(decodePdu(Buffer.concat([frame, Buffer.alloc(padding)])), whole);
        const last = pdu.tlvs.at(-1);
        if (!last) return;
        const short = frame.subarray(0, frame.length - 1 - (cut % (4 + last.value.length)));
        assert.deepEqual(decodePdu(short), { ...whole, tlvs: whole.tlvs.slice(0, -1) });
      }),
    );
    const tlvs = [
      { tag: tags.receipted_message_id, value: Buffer.from('a1\0') },
      { tag: tags.message_state, value: Buffer.from([2]) },
    ];
    fc.assert(
      fc.property(fc.record(shortMessage), (message) => {
        const bare = encodePdu({
          ...message,
          command: 'deliver_sm',
          status: 0,
          sequence: 1,
          tlvs: [],
        });
        const whole = encodePdu({
          ...message,
          command: 'deliver_sm',
          status: 0,
          sequence: 1,
          tlvs,
        });
        const behindNul = [bare, Buffer.alloc(1), whole.subarray(bare.length)];
        assert.deepEqual(decodePdu(Buffer.concat(behindNul)), decodePdu(whole));
      }),
    );
  });

  it('either reads what it is given or says that it is malformed', () => {
    fc.assert(
      fc.property(anyPdu, fc.nat(), fc.array(fc.tuple(fc.nat(), octet)), (pdu, length, changes) => {
        const frame = encodePdu(pdu);
        const cutFrame = frame.subarray(0, 16 + (length % (frame.length - 15)));
        for (const [place, value] of changes) cutFrame[place % cutFrame.length] = value;
        try {
          decodePdu(cutFrame);
        } catch (error) {
          assert.ok(error instanceof MalformedPduError);
        }
      }),
    );
  });

  it('leaves commands alone that it does not speak', () => {
    const frame = Buffer.alloc(20);
    frame.writeUInt32BE(20, 0);
    frame.writeUInt32BE(0x21, 4);
    frame.writeUInt32BE(9, 12);
    assert.deepEqual(decodePdu(frame), { command: 'foreign', id: 0x21, status: 0, sequence: 9 });
  });
});

type PeerPdu = { command: string } & Record<string, unknown> & {
    short_message: { message: string; udh: Buffer[] };
  };

/** The package `smpp` brings no types. */
function loadPeer(): { PDU: new (frame: Buffer) => PeerPdu } {
  return createRequire(import.meta.url)('smpp');
}
