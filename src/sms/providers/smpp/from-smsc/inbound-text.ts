import { isUtf8 } from 'node:buffer';
import { decodeGsm } from '../../../../kit/text/gsm-alphabet.ts';
import { decodeUcs2 } from '../../../text/split-into-parts.ts';
import { type Alphabet, decodeLatin1, decodeOwn } from '../alphabet.ts';

type Coding = 'own' | 'gsm' | 'ascii' | 'octets' | 'latin1' | 'ucs2';

/** SMPP 3.4, 5.2.19; `own` is the SMSC's default alphabet. */
const smppCodings: (Coding | undefined)[] = [];
smppCodings[0x00] = 'own';
smppCodings[0x01] = 'ascii';
smppCodings[0x02] = 'octets';
smppCodings[0x03] = 'latin1';
smppCodings[0x04] = 'octets';
smppCodings[0x08] = 'ucs2';

/** True for a data coding whose texts can be read; compressed text is such as cannot. */
export function isKnown(dataCoding: number): boolean {
  return codingOf(dataCoding) !== undefined;
}

/**
 * What a data coding stands for: one of SMPP's own, and from 0x10 on those of TS 23.038 (section 4), which
 * also give the message's class, or indicate other waiting messages.
 */
function codingOf(dataCoding: number): Coding | undefined {
  if (dataCoding < 0x10) return smppCodings[dataCoding];
  const group = dataCoding >> 4;
  if (group < 0x8) {
    const isCompressed = (dataCoding & 0x20) !== 0;
    return isCompressed ? undefined : (['gsm', 'octets', 'ucs2'] as const)[(dataCoding >> 2) & 3];
  }
  if (group === 0xc || group === 0xd) return 'gsm';
  if (group === 0xe) return 'ucs2';
  return group === 0xf ? (['gsm', 'octets'] as const)[(dataCoding >> 2) & 1] : undefined;
}

/** Stands before UCS-2, for its order of octets, and again before each part of a long message. */
const byteOrderMark = '\ufeff';

/**
 * Reads a text by its data coding, but for UCS-2 or UTF-8 that is called something else, and what is called UCS-2; one
 * that is not known is shown octet by octet, as Latin 1.
 * @param alphabet the SMSC's own.
 */
export function decodeText(octets: Uint8Array, dataCoding: number, alphabet: Alphabet): string {
  const order = markedOrder(octets) ?? orderOfUcs2(octets);
  if (order !== undefined) {
    const text = order === 'big' ? decodeUcs2(octets) : Buffer.from(octets).toString('utf16le');
    return text.replaceAll(byteOrderMark, '');
  }
  const coding = codingOf(dataCoding);
  if (coding !== 'ucs2' && isBeyondAscii(octets) && isUtf8(octets)) {
    return Buffer.from(octets).toString('utf8').replaceAll(byteOrderMark, '');
  }
  switch (coding) {
    case 'own':
      return decodeOwn(octets, alphabet);
    case 'gsm':
      return decodeGsm(octets);
    case 'ucs2':
      return isPlain(octets) ? decodeOwn(octets, 'ascii') : decodeUcs2(octets);
    case 'ascii':
      return decodeOwn(octets, 'ascii');
    case 'latin1':
      return decodeLatin1(octets);
    default:
      return Buffer.from(octets).toString('latin1');
  }
}

function markedOrder([first, second]: Uint8Array): 'big' | 'little' | undefined {
  if (first === 0xfe && second === 0xff) return 'big';
  return first === 0xff && second === 0xfe ? 'little' : undefined;
}

/** No language has the pairs of Latin 1 that UTF-8 makes of a character: `Ã©` of é. */
function isBeyondAscii(octets: Uint8Array): boolean {
  return octets.some((octet) => octet > 0x7f);
}

/**
 * The order of octets of UCS-2 that holds Latin letters alone, in which every other octet is 0; undefined for any
 * other text. In no other coding does a text look so: GSM would be `@S@T@O@P`.
 */
function orderOfUcs2(octets: Uint8Array): 'big' | 'little' | undefined {
  if (octets.length < 4 || octets.length % 2 === 1) return undefined;
  const isZero = (rest: number) =>
    octets.every((octet, at) => (at % 2 === rest ? octet === 0 : octet !== 0));
  if (isZero(0)) return 'big';
  return isZero(1) ? 'little' : undefined;
}

/**
 * True for ASCII that is called UCS-2: that has two octets a character, and no text of several characters has
 * letters, digits and blanks in both octets of each.
 */
function isPlain(octets: Uint8Array): boolean {
  if (octets.length % 2 === 1) return octets.every((octet) => octet >= 0x20 && octet < 0x7f);
  return octets.length >= 4 && /^[\w .,!?'"-]+$/.test(Buffer.from(octets).toString('latin1'));
}
