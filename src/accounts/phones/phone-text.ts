import type { Language } from '../language.ts';

type Texts = Record<Language, (code: string) => string>;

/** Texts of codes, each one SMS long. */
export const codeTexts: Record<'verify' | 'reset', Texts> = {
  verify: {
    en: (code) => `Kisima: ${code} is your code to sign in by this number. Give it to nobody.`,
    sw: (code) => `Kisima: ${code} ni msimbo wako wa kuingia kwa namba hii. Usimpe mtu yeyote.`,
  },
  reset: {
    en: (code) =>
      `Kisima: ${code} is your code for a new password. Give it to nobody. If you did not ask for it, do nothing.`,
    sw: (code) =>
      `Kisima: ${code} ni msimbo wako wa nenosiri jipya. Usimpe mtu yeyote. Kama hukuuomba, usifanye chochote.`,
  },
};

/** Word of a changed password, one SMS long. */
export const passwordChangedTexts: Record<Language, string> = {
  en: 'Kisima: the password of your account was changed just now. If it was not you, choose "Forgot the password?" where you sign in.',
  sw: 'Kisima: nenosiri la akaunti yako limebadilishwa sasa hivi. Kama si wewe, chagua "Umesahau nenosiri?" unapoingia.',
};
