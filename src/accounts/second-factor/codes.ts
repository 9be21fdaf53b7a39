import { createHash } from 'node:crypto';
import type { Ids } from '../../kit/ids.ts';

/** Defaults of authenticator apps (RFC 6238): SHA-1, six digits, a new code every 30 seconds. */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 };

/** 160 bits, as RFC 4226, section 4 recommends. */
export const secretBytes = 20;

/** Codes of the adjacent steps count too: for slow typists and clocks that are off. */
const window = 1;

/** Data for an authenticator app: the key to type, and an address to scan. */
export type Enrolment = { secret: string; otpauth_uri: string };

// Imported on demand, because most servers never see a code.
const loadLibrary = () => import('otpauth');

/** Writes a secret in base32, and in the address for QR codes of authenticator apps. */
export async function describeSecret(secret: Uint8Array, email: string): Promise<Enrolment> {
  const { Secret, TOTP } = await loadLibrary();
  const key = new Secret({ buffer: toArrayBuffer(secret) });
  const totp = new TOTP({ ...shape, issuer: 'Kisima', label: email, secret: key });
  return { secret: key.base32, otpauth_uri: totp.toString() };
}

/** True if a text has the form of a code; the library takes nothing of another length in bytes. */
export function isTimeCode(text: string): boolean {
  return /^\d{6}$/.test(text);
}

/** Time step of a code, among those that count at `now` (epoch milliseconds); undefined if it is of none. */
export async function findStep(
  secret: Uint8Array,
  code: string,
  now: number,
): Promise<number | undefined> {
  if (!isTimeCode(code)) return undefined;
  const { Secret, TOTP } = await loadLibrary();
  const key = new Secret({ buffer: toArrayBuffer(secret) });
  const delta = TOTP.validate({ ...shape, secret: key, token: code, timestamp: now, window });
  if (delta === null) return undefined;
  return TOTP.counter({ period: shape.period, timestamp: now }) + delta;
}

function toArrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

/** Codes of an account; each is valid once. */
const howMany = 10;

const codeBytes = 10;

/** RFC 4648, section 6: no letter of it looks like one of its digits. */
const base32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** Makes ten new codes in their written form: `mfrg-gzdf-mztw-q2lk`. */
export function makeRecoveryCodes(ids: Ids): string[] {
  return Array.from({ length: howMany }, () => {
    const letters = toBase32(Buffer.from(ids.secret(codeBytes), 'base64url'));
    return letters.replace(/.{4}(?=.)/g, '$&-');
  });
}

/** Stored form of a code; 80 random bits need no slow hash. */
export function hashRecoveryCode(code: string): string {
  return createHash('sha256').update(readCode(code)).digest('hex');
}

/**
 * Normalises a code of either kind: no spaces and dashes between its parts, one letter case. ASCII only:
 * Unicode has other blanks, and a Kelvin sign whose small letter is `k`.
 */
export function readCode(code: string): string {
  return code.replace(/[ -]/g, '').replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function toBase32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from(bits.matchAll(/.{5}/g), ([five]) => base32[Number.parseInt(five, 2)]).join('');
}
