import { OctetWriter } from './octets.ts';
import {
  type Address,
  type Bind,
  commandIds,
  headerSize,
  type Pdu,
  type ShortMessage,
} from './pdu.ts';
import { sizeOfTlvs, writeTlvs } from './tlvs.ts';

/** Offset of a PDU's sequence number. */
const sequenceOffset = 12;

/**
 * Writes a PDU. Texts are ASCII without NUL; a negative answer has no body (SMPP 3.4, 3.2).
 * @throws RangeError for a short message of more than 254 octets.
 */
export function encodePdu(pdu: Pdu): Buffer {
  const bare = pdu.status !== 0 && commandIds[pdu.command] >= commandIds.generic_nack;
  const writer = new OctetWriter(headerSize + (bare ? 0 : sizeOfBody(pdu)));
  writer.int32(writer.buffer.length);
  writer.int32(commandIds[pdu.command]);
  writer.int32(pdu.status);
  writer.int32(pdu.sequence);
  if (!bare) writeBody(writer, pdu);
  return writer.buffer;
}

/** Gives an encoded PDU its number: what waits for a session is written before it has one. */
export function setSequence(frame: Buffer, sequence: number): void {
  frame.writeUInt32BE(sequence, sequenceOffset);
}

function sizeOfBody(pdu: Pdu): number {
  switch (pdu.command) {
    case 'submit_sm':
    case 'deliver_sm':
      return sizeOfShortMessage(pdu);
    case 'submit_sm_resp':
    case 'deliver_sm_resp':
    case 'data_sm_resp':
      return pdu.messageId.length + 1;
    case 'bind_receiver':
    case 'bind_transmitter':
    case 'bind_transceiver':
      return sizeOfBind(pdu);
    case 'bind_receiver_resp':
    case 'bind_transmitter_resp':
    case 'bind_transceiver_resp':
      return pdu.systemId.length + 1;
    default:
      return 0;
  }
}

function writeBody(writer: OctetWriter, pdu: Pdu): void {
  switch (pdu.command) {
    case 'submit_sm':
    case 'deliver_sm':
      writeShortMessage(writer, pdu);
      return;
    case 'submit_sm_resp':
    case 'deliver_sm_resp':
    case 'data_sm_resp':
      writer.cString(pdu.messageId);
      return;
    case 'bind_receiver':
    case 'bind_transmitter':
    case 'bind_transceiver':
      writeBind(writer, pdu);
      return;
    case 'bind_receiver_resp':
    case 'bind_transmitter_resp':
    case 'bind_transceiver_resp':
      writer.cString(pdu.systemId);
      return;
    default:
  }
}

/** Twelve numbers and the ends of five texts. */
const shortMessageFrame = 17;

function sizeOfShortMessage(message: ShortMessage): number {
  if (message.shortMessage.length > 254) {
    throw new RangeError('a short message has at most 254 octets');
  }
  return (
    shortMessageFrame +
    message.serviceType.length +
    message.source.address.length +
    message.destination.address.length +
    message.scheduleDeliveryTime.length +
    message.validityPeriod.length +
    message.shortMessage.length +
    sizeOfTlvs(message.tlvs)
  );
}

function writeShortMessage(writer: OctetWriter, message: ShortMessage): void {
  writer.cString(message.serviceType);
  writeAddress(writer, message.source);
  writeAddress(writer, message.destination);
  writer.int8(message.esmClass);
  writer.int8(message.protocolId);
  writer.int8(message.priority);
  writer.cString(message.scheduleDeliveryTime);
  writer.cString(message.validityPeriod);
  writer.int8(message.registeredDelivery);
  writer.int8(message.replaceIfPresent);
  writer.int8(message.dataCoding);
  writer.int8(message.defaultMessageId);
  writer.int8(message.shortMessage.length);
  writer.octets(message.shortMessage);
  writeTlvs(writer, message.tlvs);
}

function writeAddress(writer: OctetWriter, { ton, npi, address }: Address): void {
  writer.int8(ton);
  writer.int8(npi);
  writer.cString(address);
}

function sizeOfBind(bind: Bind): number {
  const texts = [bind.systemId, bind.password, bind.systemType, bind.addressRange];
  return texts.join('').length + texts.length + 3;
}

function writeBind(writer: OctetWriter, bind: Bind): void {
  writer.cString(bind.systemId);
  writer.cString(bind.password);
  writer.cString(bind.systemType);
  writer.int8(bind.interfaceVersion);
  writer.int8(bind.addressTon);
  writer.int8(bind.addressNpi);
  writer.cString(bind.addressRange);
}
