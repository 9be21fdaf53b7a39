import type { Language } from '../accounts/language.ts';

/** Name of a device, null where nobody gave it one, and the MAC or serial number printed on it. */
export type Naming = { name: string | null; macOrSerial: string };

const nameless: Record<Language, string> = { en: 'Your tank', sw: 'Tangi lako' };
const namelessOfOthers: Record<Language, string> = { en: 'Water tank', sw: 'Tangi la maji' };

/** Characters of the printed identifier that tell apart several tanks without a name. */
const toldApartBy = 4;

/**
 * Returns what a tank is called wherever people read of it: messages, titles, lists. Nobody calls a tank by
 * its MAC, so one without a name is "Your tank", or "Water tank" to whom it is shared; of several the last characters of the label stand beside it.
 * @param isAlone whether the reader sees no other tank without a name.
 * @param isOwn whether the reader is its owner.
 */
export function tankName(
  { name, macOrSerial }: Naming,
  language: Language,
  { isAlone = true, isOwn = true } = {},
): string {
  if (name !== null) return name;
  const what = (isOwn ? nameless : namelessOfOthers)[language];
  if (isAlone) return what;
  return `${what} (${macOrSerial.replace(/[^0-9a-z]/gi, '').slice(-toldApartBy)})`;
}

/** Facts of a happening that name its device: `named` is false where `device` is its MAC or serial number. */
export type NamedDevice = { device: string; named?: false };

export function namedDevice({ name, macOrSerial }: Naming): NamedDevice {
  return name === null ? { device: macOrSerial, named: false } : { device: name };
}
