import { computed, signal } from '@preact/signals';
import { readStored, removeStored, writeStored } from '../kit/stored.ts';

/** Reason why the last session ended: signed out by the person, or token no longer valid. */
export type SessionEnd = 'signed-out' | 'expired';

const key = 'kisima.token';
/** Why the session ended, for the other tabs: they see no more than that the token is gone. */
const endKey = 'kisima.session-end';

/** Bearer token of the session. Kept over restarts, so that an installed app starts at once. */
export const token = signal<string | undefined>(readStored<string>(key));
export const isSignedIn = computed(() => token.value !== undefined);
export const lastEnd = signal<SessionEnd | undefined>(undefined);

/** Address at which a session expired, so that signing in leads back to it. */
export const returnTo = signal<string | undefined>(undefined);

export function beginSession(newToken: string): void {
  writeStored(key, newToken);
  token.value = newToken;
  lastEnd.value = undefined;
}

/** Forgets the token, and keeps the address of an expired session. */
export function endSession(end: SessionEnd): void {
  writeStored(endKey, end);
  removeStored(key);
  // The next person to sign in may be somebody else.
  removeStored('kisima.tanks');
  removeStored('kisima.import');
  if (end === 'signed-out') removeStored('kisima.sms-draft');
  leave(end);
}

function leave(end: SessionEnd): void {
  returnTo.value = end === 'expired' ? location.pathname + location.search : undefined;
  lastEnd.value = end;
  token.value = undefined;
}

// A session that ends in one tab ends in the others. Signed out, they forget their pages as well: the next person
// may be somebody else.
addEventListener('storage', (event) => {
  if (event.key !== key) return;
  const stored = readStored<string>(key);
  if (stored === undefined) leave(readStored<SessionEnd>(endKey) ?? 'signed-out');
  else token.value = stored;
});
