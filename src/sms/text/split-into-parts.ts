import { encodeGsm } from '../../kit/text/gsm-alphabet.ts';
import { capacity, type Encoding, encodingOf, forEachPart } from './segments.ts';
import { encodeUcs2 } from './ucs2.ts';

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
