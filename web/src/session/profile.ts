import { computed, effect, signal } from '@preact/signals';
import { call } from '../api/call.ts';
import type { Me } from '../api/operations.ts';
import { token } from '../api/session.ts';
import { readStored, removeStored, writeStored } from '../kit/stored.ts';
import { timeZone } from '../words/format.ts';
import {
  chooseLanguage,
  type Language,
  preferredLanguage,
  takeChoiceAtDoor,
} from '../words/language.ts';

const key = 'kisima.profile';

/** The signed-in person; stored, so that an offline start knows the time zone. */
export const profile = signal<Me | undefined>(readStored<Me>(key));

const servicesKey = 'kisima.services';

/** Services that run here, whoever signs in; undefined until somebody has in this browser. */
const services = signal(readStored<Me['services']>(servicesKey));

/** False if this server is known not to watch tanks: until it is known, it does. */
export const hasWater = computed(() => services.value?.includes('water') ?? true);

/** True if this server is known to send SMS. */
export const hasSms = computed(() => services.value?.includes('sms') ?? false);

/** Loads the profile, and settles the language of screens and account. */
export async function loadProfile(): Promise<Me> {
  const asker = token.peek();
  const found = await call('GET /api/me');
  // Another person may have signed in meanwhile.
  if (token.peek() !== asker) return found;
  keepProfile(found);
  const wanted = wantedLanguage(found);
  chooseLanguage(wanted ?? found.language);
  if (wanted !== undefined) await storeLanguage(wanted, asker);
  return found;
}

/**
 * Returns the language to store with an account: the one chosen at the door, else that of a Swahili
 * browser where nobody chose one yet: what the screen shows may be the choice of the person before.
 * Undefined where the account's own counts.
 */
function wantedLanguage({ language: own, language_chosen }: Me): Language | undefined {
  const chosen = takeChoiceAtDoor();
  if (chosen !== undefined) return chosen;
  const preferred = preferredLanguage();
  return !language_chosen && preferred === 'sw' && own !== preferred ? preferred : undefined;
}

async function storeLanguage(wanted: Language, asker: string | undefined): Promise<void> {
  // Without an answer the screen keeps its language, and the next start tries again.
  const stored = await call('PUT /api/me', { body: { language: wanted } }).catch(() => undefined);
  if (stored && token.peek() === asker) keepProfile(stored);
}

export function keepProfile(found: Me): void {
  writeStored(key, found);
  writeStored(servicesKey, found.services);
  services.value = found.services;
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
