import type { Language } from '../../../accounts/language.ts';

/** What entities are called, in English and Swahili; Home Assistant puts the tank's name before it. */
const names = {
  level: ['Level', 'Kiwango'],
  litres: ['Water', 'Maji'],
  temperature: ['Temperature', 'Halijoto'],
  used_today: ['Used today', 'Yaliyotumika leo'],
  days_left: ['Days left', 'Siku zilizobaki'],
  pump: ['Pump', 'Pampu'],
  problem: ['Problem', 'Tatizo'],
  connection: ['Connection', 'Muunganisho'],
  battery: ['Battery', 'Betri'],
  signal: ['Signal', 'Mtandao wa kifaa'],
} as const;

export type EntityKey = keyof typeof names;

/** @param sensorName told where the device has several sensors; else undefined. */
export function entityName(
  key: EntityKey,
  language: Language,
  sensorName: string | undefined,
): string {
  const [english, swahili] = names[key];
  const name = language === 'sw' ? swahili : english;
  return sensorName === undefined ? name : `${name} (${sensorName})`;
}
