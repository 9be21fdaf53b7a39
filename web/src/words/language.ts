import { effect, signal } from '@preact/signals';
import { readStored, writeStored } from '../kit/stored.ts';

export const languages = ['en', 'sw'] as const;
export type Language = (typeof languages)[number];

const key = 'kisima.language';

/** Language of every screen: the chosen one, else the browser's. */
export const language = signal<Language>(readStored<Language>(key) ?? preferredLanguage());

export function chooseLanguage(chosen: Language): void {
  writeStored(key, chosen);
  language.value = chosen;
}

/** Language chosen before signing in, until a session has stored it with its account. */
let atDoor: Language | undefined;

export function chooseAtDoor(chosen: Language): void {
  atDoor = chosen;
  chooseLanguage(chosen);
}

export function takeChoiceAtDoor(): Language | undefined {
  const chosen = atDoor;
  atDoor = undefined;
  return chosen;
}

effect(() => {
  document.documentElement.lang = language.value;
});

/** Returns the language that the browser asks for. */
export function preferredLanguage(): Language {
  return navigator.languages.some((tag) => tag.startsWith('sw')) ? 'sw' : 'en';
}

/** Returns the locale of numbers and dates: Kenyan, in the screens' language. */
export function locale(): string {
  return language.value === 'sw' ? 'sw-KE' : 'en-KE';
}
