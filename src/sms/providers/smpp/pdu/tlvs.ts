import type { OctetReader, OctetWriter } from './octets.ts';

/** An optional parameter (SMPP 3.4, section 5.3). */
export type Tlv = { tag: number; value: Uint8Array };

export const tags = {
  additional_status_info_text: 0x001d,
  receipted_message_id: 0x001e,
  user_message_reference: 0x0204,
  sar_msg_ref_num: 0x020c,
  sar_total_segments: 0x020e,
  sar_segment_seqnum: 0x020f,
  sc_interface_version: 0x0210,
  network_error_code: 0x0423,
  message_payload: 0x0424,
  message_state: 0x0427,
} as const;

/**
 * Reads what stands behind a PDU's other fields. Some SMSCs write one NUL too many behind the text, pad the PDU,
 * or cut its last TLV short: what can be read of it counts.
 */
export function readTlvs(reader: OctetReader): Tlv[] {
  const octets = reader.octets(reader.left);
  const read = parseTlvs(octets);
  if (read.isWhole || octets[0] !== 0) return read.tlvs;
  const behindNul = parseTlvs(octets.subarray(1));
  return behindNul.isWhole ? behindNul.tlvs : read.tlvs;
}

/** NULs behind the last TLV read as this tag, which has no meaning. */
const padding = 0;

function parseTlvs(octets: Buffer): { tlvs: Tlv[]; isWhole: boolean } {
  const tlvs: Tlv[] = [];
  let at = 0;
  while (octets.length - at >= 4) {
    const from = at + 4;
    const end = from + octets.readUInt16BE(at + 2);
    if (end > octets.length) return { tlvs, isWhole: false };
    const tag = octets.readUInt16BE(at);
    if (tag !== padding) tlvs.push({ tag, value: octets.subarray(from, end) });
    at = end;
  }
  return { tlvs, isWhole: at === octets.length };
}

export function writeTlvs(writer: OctetWriter, tlvs: Tlv[]): void {
  for (const { tag, value } of tlvs) {
    writer.int16(tag);
    writer.int16(value.length);
    writer.octets(value);
  }
}

export function sizeOfTlvs(tlvs: Tlv[]): number {
  let size = 0;
  for (const { value } of tlvs) size += 4 + value.length;
  return size;
}

/** Returns the octets of a TLV; undefined where there is none. */
export function octetsOf(tlvs: Tlv[], tag: number): Uint8Array | undefined {
  return tlvs.find((tlv) => tlv.tag === tag)?.value;
}

/** Returns a TLV as text, without its NUL. */
export function textOf(tlvs: Tlv[], tag: number): string | undefined {
  const value = octetsOf(tlvs, tag);
  return value && Buffer.from(value).toString('latin1').replace(/\0.*$/s, '');
}

/** A TLV as an unsigned number of one to four octets; undefined where it is absent or has another size. */
export function numberOf(tlvs: Tlv[], tag: number): number | undefined {
  const value = octetsOf(tlvs, tag);
  if (!value || value.length === 0 || value.length > 4) return undefined;
  return value.reduce((number, octet) => number * 256 + octet, 0);
}
