import { decodeGsm } from '../../../kit/text/gsm-alphabet.ts';

/** The alphabet of data coding 0, which each SMSC chooses for itself (SMPP 3.4, 5.2.19). */
export type Alphabet = 'gsm' | 'latin1' | 'ascii';

/** What Windows 1252 has at 0x80 to 0x9F, where Latin 1 has controls, which no text holds. */
const inPlaceOfControls = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Reads Latin 1, and as its supersets what stands in place of its upper controls. */
export function decodeLatin1(octets: Uint8Array): string {
  return Buffer.from(octets)
    .toString('latin1')
    .replace(
      /[\x80-\x9f]/g,
      (control) => inPlaceOfControls[control.charCodeAt(0) - 0x80] ?? control,
    );
}

/**
 * Reads a text of an SMSC's own alphabet, one character an octet. Neither GSM nor ASCII has anything above 0x7F: a
 * text with such octets is Latin 1 all the same.
 */
export function decodeOwn(octets: Uint8Array, alphabet: Alphabet): string {
  const isGsm = alphabet === 'gsm' && octets.every((octet) => octet < 0x80);
  return isGsm ? decodeGsm(octets) : decodeLatin1(octets);
}

const lastCharacter = { latin1: 0xff, ascii: 0x7f } as const;

/** True for a text of GSM characters that the alphabet has as well, as Latin 1 has them. */
export function hasAll(text: string, alphabet: 'latin1' | 'ascii'): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) > lastCharacter[alphabet]) return false;
  }
  return true;
}
