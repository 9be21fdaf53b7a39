import { capacity, type Encoding, encodingOf, forEachPart } from '../../../text/segments.ts';
import { encodeUcs2, splitIntoParts } from '../../../text/split-into-parts.ts';
import { type Alphabet, hasAll } from '../alphabet.ts';

/** The data codings that texts go out in: the SMSC's own alphabet, and UCS-2 (SMPP 3.4, 5.2.19). */
const own = 0;
const ucs2 = 8;

/** The user data of each part of a text, without headers. */
export type WrittenText = { dataCoding: number; parts: Uint8Array[] };

/**
 * Writes a text in the SMSC's alphabet where GSM and that alphabet have all its characters, else in UCS-2. Parts are
 * cut by what phones get, as the SMSC makes GSM of its own alphabet: as many as `encodingOf` counts, and more only
 * for a GSM text that the alphabet cannot write.
 */
export function writeText(text: string, alphabet: Alphabet): WrittenText {
  if (alphabet === 'gsm') {
    const { encoding, parts } = splitIntoParts(text);
    return { dataCoding: encoding === 'gsm7' ? own : ucs2, parts };
  }
  if (encodingOf(text).encoding === 'gsm7' && hasAll(text, alphabet)) {
    return { dataCoding: own, parts: cut(text, 'gsm7', encodeLatin1) };
  }
  return { dataCoding: ucs2, parts: cut(text, 'ucs2', encodeUcs2) };
}

type Encode = (text: string, from: number, until: number) => Uint8Array;

const encodeLatin1: Encode = (text, from, until) => Buffer.from(text.slice(from, until), 'latin1');

function cut(text: string, encoding: Encoding, encode: Encode): Uint8Array[] {
  const { alone, part } = capacity[encoding];
  const whole = cutAt(text, encoding, alone, encode);
  return whole.length === 1 ? whole : cutAt(text, encoding, part, encode);
}

function cutAt(text: string, encoding: Encoding, room: number, encode: Encode): Uint8Array[] {
  const parts: Uint8Array[] = [];
  forEachPart(text, encoding, room, (from, until) => parts.push(encode(text, from, until)));
  return parts;
}
