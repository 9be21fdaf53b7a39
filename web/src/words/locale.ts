import { language } from './language.ts';

/** The locale of numbers and dates: Kenyan, in the language of the screens. */
export function locale(): string {
  return language.value === 'sw' ? 'sw-KE' : 'en-KE';
}
