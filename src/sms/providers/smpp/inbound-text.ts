import { decodeGsm } from '../../text/gsm-alphabet.ts';
import { decodeUcs2 } from '../../text/ucs2.ts';

/**
 * Reads a text by its data coding (SMPP 3.4, 5.2.19): 0 the SMSC's default, which is GSM, 1 ASCII,
 * 3 Latin 1, 8 UCS-2, and those of TS 23.038 with a message class (0xf0 and up). Whatever else is
 * shown octet by octet.
 */
export function decodeText(octets: Uint8Array, dataCoding: number): string {
  if (dataCoding === 8) return decodeUcs2(octets);
  const isGsm = dataCoding === 0 || (dataCoding >= 0xf0 && (dataCoding & 0x04) === 0);
  if (isGsm) return decodeGsm(octets);
  const mask = dataCoding === 1 ? 0x7f : 0xff;
  return Buffer.from(octets.map((octet) => octet & mask)).toString('latin1');
}
