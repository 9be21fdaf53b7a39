import { effect, signal } from '@preact/signals';
import { call } from '../api/call.ts';
import type { Me } from '../api/operations.ts';
import { token } from '../api/session.ts';
import { readStored, removeStored, writeStored } from '../kit/stored.ts';
import { timeZone } from '../words/format.ts';
import { chooseLanguage } from '../words/language.ts';

const key = 'kisima.profile';

/** The signed-in person; stored, so that an offline start knows the time zone. */
export const profile = signal<Me | undefined>(readStored<Me>(key));

/** Loads the profile and applies its language. */
export async function loadProfile(): Promise<Me> {
  const asker = token.peek();
  const found = await call('GET /api/me');
  // Another person may have signed in meanwhile.
  if (token.peek() !== asker) return found;
  keepProfile(found);
  chooseLanguage(found.language);
  return found;
}

export function keepProfile(found: Me): void {
  writeStored(key, found);
  profile.value = found;
}

effect(() => {
  timeZone.value = profile.value?.user.timezone;
});

effect(() => {
  if (token.value !== undefined) return;
  removeStored(key);
  profile.value = undefined;
});
