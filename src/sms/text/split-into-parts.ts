import { encodeGsm } from '../../kit/text/gsm-alphabet.ts';
import { capacity, type Encoding, encodingOf, forEachPart } from './segments.ts';

/**
 * The user data of each part a text needs, without headers: GSM text one septet an octet (as SMPP
 * carries data coding 0), UCS-2 big-endian. As many parts as `encodingOf` counts segments.
 */
export function splitIntoParts(text: string): { encoding: Encoding; parts: Uint8Array[] } {
  const { encoding, segments } = encodingOf(text);
  const { alone, part } = capacity[encoding];
  const parts: Uint8Array[] = [];
  forEachPart(text, encoding, segments === 1 ? alone : part, (from, until, size) => {
    parts.push(
      encoding === 'gsm7' ? encodeGsm(text, from, until, size) : encodeUcs2(text, from, until),
    );
  });
  return { encoding, parts };
}

/** Writes `text[from..until)` as UTF-16 units, big-endian; half a surrogate pair as it stands. */
export function encodeUcs2(text: string, from: number, until: number): Uint8Array {
  const octets = new Uint8Array((until - from) * 2);
  let at = 0;
  for (let index = from; index < until; index += 1) {
    const unit = text.charCodeAt(index);
    octets[at++] = unit >> 8;
    octets[at++] = unit & 0xff;
  }
  return octets;
}

/** Reads UTF-16 units, big-endian; an odd octet at the end is left out. */
export function decodeUcs2(octets: Uint8Array): string {
  const length = octets.length & ~1;
  return Buffer.from(octets.subarray(0, length)).swap16().toString('utf16le');
}
