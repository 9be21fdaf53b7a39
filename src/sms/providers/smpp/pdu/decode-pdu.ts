import { OctetReader } from './octets.ts';
import {
  type Address,
  type Bind,
  commandIds,
  type DataSm,
  dataSmId,
  type ForeignPdu,
  headerSize,
  type Pdu,
  type ShortMessage,
} from './pdu.ts';
import { readTlvs, tags, textOf } from './tlvs.ts';

/** Of a frame's header (SMPP 3.4, section 3.2); the frame has at least its 16 octets. */
export function readHeader(frame: Buffer): { id: number; status: number; sequence: number } {
  return {
    id: frame.readUInt32BE(4),
    status: frame.readUInt32BE(8),
    sequence: frame.readUInt32BE(12),
  };
}

/**
 * Reads a whole frame. What it keeps of the frame's octets are views, not copies. Answers are read
 * with patience, since their body may be missing or cut; of requests all but the text and the TLVs must be whole.
 * @throws MalformedPduError where a request's fields go on past its end.
 */
export function decodePdu(frame: Buffer): Pdu | DataSm | ForeignPdu {
  const { id, status, sequence } = readHeader(frame);
  const reader = new OctetReader(frame, headerSize);
  switch (id) {
    case commandIds.submit_sm_resp:
      return { command: 'submit_sm_resp', status, sequence, ...readSubmitted(reader, status) };
    case commandIds.deliver_sm:
      return { command: 'deliver_sm', status, sequence, ...readShortMessage(reader) };
    case dataSmId:
      return { command: 'data_sm', status, sequence, ...readData(reader) };
    case commandIds.enquire_link:
      return { command: 'enquire_link', status, sequence };
    case commandIds.enquire_link_resp:
      return { command: 'enquire_link_resp', status, sequence };
    case commandIds.generic_nack:
      return { command: 'generic_nack', status, sequence };
    case commandIds.unbind:
      return { command: 'unbind', status, sequence };
    case commandIds.unbind_resp:
      return { command: 'unbind_resp', status, sequence };
    case commandIds.bind_receiver_resp:
      return { command: 'bind_receiver_resp', status, sequence, systemId: reader.lastCString() };
    case commandIds.bind_transmitter_resp:
      return { command: 'bind_transmitter_resp', status, sequence, systemId: reader.lastCString() };
    case commandIds.bind_transceiver_resp:
      return { command: 'bind_transceiver_resp', status, sequence, systemId: reader.lastCString() };
    case commandIds.submit_sm:
      return { command: 'submit_sm', status, sequence, ...readShortMessage(reader) };
    case commandIds.deliver_sm_resp:
      return { command: 'deliver_sm_resp', status, sequence, messageId: reader.lastCString() };
    case commandIds.bind_receiver:
      return { command: 'bind_receiver', status, sequence, ...readBind(reader) };
    case commandIds.bind_transmitter:
      return { command: 'bind_transmitter', status, sequence, ...readBind(reader) };
    case commandIds.bind_transceiver:
      return { command: 'bind_transceiver', status, sequence, ...readBind(reader) };
    default:
      return { command: 'foreign', id, status, sequence };
  }
}

/** Words are of interest where it was refused; the body is then often left out. */
function readSubmitted(reader: OctetReader, status: number): { messageId: string; words?: string } {
  const messageId = reader.lastCString();
  const words =
    status === 0 ? undefined : textOf(readTlvs(reader), tags.additional_status_info_text);
  return words === undefined ? { messageId } : { messageId, words };
}

function readShortMessage(reader: OctetReader): ShortMessage {
  return {
    serviceType: reader.cString(),
    source: readAddress(reader),
    destination: readAddress(reader),
    esmClass: reader.int8(),
    protocolId: reader.int8(),
    priority: reader.int8(),
    scheduleDeliveryTime: reader.cString(),
    validityPeriod: reader.cString(),
    registeredDelivery: reader.int8(),
    replaceIfPresent: reader.int8(),
    dataCoding: reader.int8(),
    defaultMessageId: reader.int8(),
    shortMessage: reader.octetsAtMost(reader.int8()),
    tlvs: readTlvs(reader),
  };
}

/** The fields that `data_sm` has (section 4.7.1), the others with their defaults. */
function readData(reader: OctetReader): ShortMessage {
  return {
    serviceType: reader.cString(),
    source: readAddress(reader),
    destination: readAddress(reader),
    esmClass: reader.int8(),
    registeredDelivery: reader.int8(),
    dataCoding: reader.int8(),
    protocolId: 0,
    priority: 0,
    scheduleDeliveryTime: '',
    validityPeriod: '',
    replaceIfPresent: 0,
    defaultMessageId: 0,
    shortMessage: new Uint8Array(),
    tlvs: readTlvs(reader),
  };
}

function readAddress(reader: OctetReader): Address {
  return { ton: reader.int8(), npi: reader.int8(), address: reader.cString() };
}

function readBind(reader: OctetReader): Bind {
  return {
    systemId: reader.cString(),
    password: reader.cString(),
    systemType: reader.cString(),
    interfaceVersion: reader.int8(),
    addressTon: reader.int8(),
    addressNpi: reader.int8(),
    addressRange: reader.cString(),
  };
}
