import fc from 'fast-check';
import type { Pdu } from '../../../src/sms/providers/smpp/pdu/pdu.ts';

export const octet = fc.nat(255);
const word = fc.nat(0xffff_ffff);
const text = fc.string({
  unit: fc.integer({ min: 1, max: 255 }).map((unit) => String.fromCharCode(unit)),
  maxLength: 20,
});
const octets = (maxLength: number) =>
  fc.uint8Array({ maxLength }).map((bytes) => Buffer.from(bytes));
const address = fc.record({ ton: octet, npi: octet, address: text });
const tlv = fc.record({ tag: fc.integer({ min: 0x100, max: 0xffff }), value: octets(40) });

export const shortMessage = {
  serviceType: text,
  source: address,
  destination: address,
  esmClass: octet,
  protocolId: octet,
  priority: octet,
  scheduleDeliveryTime: text,
  validityPeriod: text,
  registeredDelivery: octet,
  replaceIfPresent: octet,
  dataCoding: octet,
  defaultMessageId: octet,
  shortMessage: octets(254),
  tlvs: fc.array(tlv, { maxLength: 4 }),
};

/** Every PDU that the codec speaks, with any values in its fields. */
export const anyPdu: fc.Arbitrary<Pdu> = fc.oneof(
  fc.record({
    command: fc.constantFrom('submit_sm' as const, 'deliver_sm' as const),
    status: word,
    sequence: word,
    ...shortMessage,
  }),
  fc.record({
    command: fc.constantFrom('submit_sm_resp' as const, 'deliver_sm_resp' as const),
    status: fc.constant(0),
    sequence: word,
    messageId: text,
  }),
  fc.record({
    command: fc.constantFrom(
      'generic_nack' as const,
      'enquire_link' as const,
      'enquire_link_resp' as const,
      'unbind' as const,
      'unbind_resp' as const,
    ),
    status: word,
    sequence: word,
  }),
  fc.record({
    command: fc.constantFrom(
      'bind_receiver' as const,
      'bind_transmitter' as const,
      'bind_transceiver' as const,
    ),
    status: fc.constant(0),
    sequence: word,
    systemId: text,
    password: text,
    systemType: text,
    interfaceVersion: octet,
    addressTon: octet,
    addressNpi: octet,
    addressRange: text,
  }),
  fc.record({
    command: fc.constantFrom(
      'bind_receiver_resp' as const,
      'bind_transmitter_resp' as const,
      'bind_transceiver_resp' as const,
    ),
    status: fc.constant(0),
    sequence: word,
    systemId: text,
  }),
);
