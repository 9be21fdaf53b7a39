import type { ShortMessage } from './pdu.ts';
import { numberOf, octetsOf, tags } from './tlvs.ts';

/** The place of a part in a long message; parts of one message share the reference. */
export type Place = { reference: number; total: number; number: number };

export type UserData = { octets: Uint8Array; place?: Place };

const withHeader = 0x40;

/**
 * The text octets of a message from a phone and its place in a long one, by user data header (TS
 * 23.040, 9.2.3.24) or by `sar_` TLVs (SMPP 3.4, 5.3.2.22 to 24). A header that contradicts itself
 * is taken as text, as some SMSCs leave its flag on what they have joined; a place that cannot be (part 3 of 2) as none.
 */
export function readUserData(message: ShortMessage): UserData {
  const { shortMessage, tlvs, esmClass } = message;
  const data =
    shortMessage.length > 0
      ? shortMessage
      : (octetsOf(tlvs, tags.message_payload) ?? new Uint8Array());
  const size = data[0] ?? 0;
  const isSaid = (esmClass & withHeader) !== 0 || isHeaderOfPart(data);
  const hasHeader = isSaid && isWholeHeader(data);
  const octets = hasHeader ? data.subarray(size + 1) : data;
  const place = checkPlace(
    (hasHeader ? placeInHeader(data.subarray(1, size + 1)) : undefined) ?? placeInTlvs(message),
  );
  return place ? { octets, place } : { octets };
}

/** True if the data begins with a header whose elements, each of an identifier, a length and a value, fill it. */
function isWholeHeader(data: Uint8Array): boolean {
  const [size = 0] = data;
  let at = 1;
  while (at + 1 <= size) at += 2 + (data[at + 1] ?? 0);
  return size > 0 && data.length > size && at === size + 1;
}

/** Some SMSCs lose the flag of the header. In no alphabet does a text begin as that of a part does. */
function isHeaderOfPart(data: Uint8Array): boolean {
  const [size = 0, identifier, length] = data;
  const isUsual =
    (size === 5 && identifier === 0x00 && length === 3) ||
    (size === 6 && identifier === 0x08 && length === 4);
  const [total = 0, number = 0] = data.subarray(size - 1, size + 1);
  return isUsual && number >= 1 && number <= total;
}

function placeInHeader(elements: Uint8Array): Place | undefined {
  for (let at = 0; at + 2 <= elements.length; ) {
    const [identifier, length = 0] = elements.subarray(at, at + 2);
    const value = elements.subarray(at + 2, at + 2 + length);
    const [a = 0, b = 0, c = 0, d = 0] = value;
    if (identifier === 0x00 && value.length === 3) return { reference: a, total: b, number: c };
    if (identifier === 0x08 && value.length === 4) {
      return { reference: a * 256 + b, total: c, number: d };
    }
    at += 2 + length;
  }
  return undefined;
}

function placeInTlvs({ tlvs }: ShortMessage): Place | undefined {
  const reference = numberOf(tlvs, tags.sar_msg_ref_num);
  const total = numberOf(tlvs, tags.sar_total_segments);
  const number = numberOf(tlvs, tags.sar_segment_seqnum);
  if (reference === undefined || total === undefined || number === undefined) return undefined;
  return { reference, total, number };
}

function checkPlace(place: Place | undefined): Place | undefined {
  if (!place || place.total < 2 || place.total > 255) return undefined;
  return place.number >= 1 && place.number <= place.total ? place : undefined;
}
