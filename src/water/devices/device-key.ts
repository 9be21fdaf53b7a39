import { createHmac, timingSafeEqual } from 'node:crypto';

/** Keys carry their kind in front, so that a leaked one is recognised for what it is. */
const prefix = 'kd_';

/** 32 characters of base64url hold 192 bits. */
const keyLength = 32;

/**
 * The API key of a device (document 1, section 5). It is derived and never stored: the same until
 * the owner rotates it, which draws another salt. The salt is also what tells the keys of two devices
 * apart that were given one id, since a database was put back in between.
 * @param salt as `drawSalt` draws them.
 */
export function deviceKeyOf(secret: Buffer, deviceId: number, salt: string): string {
  const digest = createHmac('sha256', secret)
    .update(`kisima device key\n${deviceId}\n${salt}`)
    .digest('base64url');
  return prefix + digest.slice(0, keyLength);
}

/** Compares a given key with the right one in a time that tells nothing of where they differ. */
export function isDeviceKey(given: string, key: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(key)];
  return a.length === b.length && timingSafeEqual(a, b);
}
