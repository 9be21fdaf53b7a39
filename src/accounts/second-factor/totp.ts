/** What authenticator apps take for granted (RFC 6238): SHA-1, six digits, a new code every 30 seconds. */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 };

/** 160 bits, as RFC 4226, section 4 recommends. */
export const secretBytes = 20;

/** Codes of the step before and the step after count too: for slow typists and clocks that are off. */
const window = 1;

/** What a person needs to have an app make codes: the key to type, and an address to scan. */
export type Enrolment = { secret: string; otpauth_uri: string };

// Imported where it is needed, because most servers never see a code.
const loadLibrary = () => import('otpauth');

/** A secret in base32, and in the address that QR codes of authenticator apps carry. */
export async function describeSecret(secret: Uint8Array, email: string): Promise<Enrolment> {
  const { Secret, TOTP } = await loadLibrary();
  const key = new Secret({ buffer: toArrayBuffer(secret) });
  const totp = new TOTP({ ...shape, issuer: 'Kisima', label: email, secret: key });
  return { secret: key.base32, otpauth_uri: totp.toString() };
}

/** Whether a text can be such a code; the library takes nothing of another length in bytes. */
export function isTimeCode(text: string): boolean {
  return /^\d{6}$/.test(text);
}

/**
 * The time step that a code belongs to, of the few that count at `now` (epoch milliseconds); undefined
 * where it belongs to none of them.
 */
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
