import { decodeGsm } from '../../../../kit/text/gsm-alphabet.ts';
import { decodeUcs2 } from '../../../text/split-into-parts.ts';

type Alphabet = 'gsm' | 'ascii' | 'octets' | 'ucs2';

/** SMPP 3.4, 5.2.19; the SMSC's default is GSM. Octets are shown as Latin 1. */
const ownAlphabets: (Alphabet | undefined)[] = [];
ownAlphabets[0x00] = 'gsm';
ownAlphabets[0x01] = 'ascii';
ownAlphabets[0x02] = 'octets';
ownAlphabets[0x03] = 'octets';
ownAlphabets[0x04] = 'octets';
ownAlphabets[0x08] = 'ucs2';

/**
 * The alphabet of a data coding: one of SMPP's own, and from 0x10 on those of TS 23.038 (section 4), which
 * also give the message's class, or indicate other waiting messages.
 * @returns undefined where it is not a known one, such as compressed text.
 */
export function alphabetOf(dataCoding: number): Alphabet | undefined {
  if (dataCoding < 0x10) return ownAlphabets[dataCoding];
  const group = dataCoding >> 4;
  if (group < 0x8) {
    const isCompressed = (dataCoding & 0x20) !== 0;
    return isCompressed ? undefined : (['gsm', 'octets', 'ucs2'] as const)[(dataCoding >> 2) & 3];
  }
  if (group === 0xc || group === 0xd) return 'gsm';
  if (group === 0xe) return 'ucs2';
  return group === 0xf ? (['gsm', 'octets'] as const)[(dataCoding >> 2) & 1] : undefined;
}

/** Reads a text by its data coding; one that is not known is shown octet by octet. */
export function decodeText(octets: Uint8Array, dataCoding: number): string {
  switch (alphabetOf(dataCoding)) {
    case 'gsm':
      return decodeGsm(octets);
    case 'ucs2':
      return decodeUcs2(octets);
    case 'ascii':
      return Buffer.from(octets.map((octet) => octet & 0x7f)).toString('latin1');
    default:
      return Buffer.from(octets).toString('latin1');
  }
}
