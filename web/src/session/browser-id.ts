import { readStored, writeStored } from '../kit/stored.ts';

const key = 'kisima.browser';

/**
 * A random name that this browser keeps, so that its owner is mailed of sign-ins from elsewhere alone. It
 * says nothing of the browser, and outlives sessions.
 */
export function browserId(): string {
  const kept = readStored<string>(key);
  if (kept !== undefined) return kept;
  // `crypto.randomUUID` is there on pages over HTTPS alone.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  writeStored(key, made);
  return made;
}
