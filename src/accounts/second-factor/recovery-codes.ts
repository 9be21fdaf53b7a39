import { createHash } from 'node:crypto';
import type { Ids } from '../../kit/ids.ts';

/** How many an account has at most; each is good once. */
const howMany = 10;

/** 80 random bits each. */
const codeBytes = 10;

/** RFC 4648, section 6: no letter of it looks like one of its digits. */
const base32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** Ten new codes as people write them down: `mfrg-gzdf-mztw-q2lk`. */
export function makeRecoveryCodes(ids: Ids): string[] {
  return Array.from({ length: howMany }, () => {
    const letters = toBase32(Buffer.from(ids.secret(codeBytes), 'base64url'));
    return letters.replace(/.{4}(?=.)/g, '$&-');
  });
}

/** What is stored of a code; 80 random bits need no slow hash. */
export function hashRecoveryCode(code: string): string {
  return createHash('sha256').update(readCode(code)).digest('hex');
}

/**
 * A code of either kind without the spaces and dashes that people put between its parts, in one letter case.
 * Of ASCII alone: Unicode has other blanks, and a Kelvin sign whose small letter is `k`.
 */
export function readCode(code: string): string {
  return code.replace(/[ -]/g, '').replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function toBase32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from(bits.matchAll(/.{5}/g), ([five]) => base32[Number.parseInt(five, 2)]).join('');
}
