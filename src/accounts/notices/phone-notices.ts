import type { Language } from '../language.ts';

type Texts = Record<Language, { subject: string; sentence: string }>;

/** Words a notice about the number by which an account signs in. */
export function textsOfPhone(
  kind: 'phone set' | 'phone removed' | 'phone moved',
  phone: string,
): Texts {
  if (kind === 'phone set') {
    return {
      en: {
        subject: 'A phone number of your account',
        sentence: `${phone} signs in to your Kisima account from now on, and gets the code for a new password.`,
      },
      sw: {
        subject: 'Namba ya simu ya akaunti yako',
        sentence: `${phone} inaingia kwenye akaunti yako ya Kisima kuanzia sasa, na hupokea msimbo wa nenosiri jipya.`,
      },
    };
  }
  const why = kind === 'phone moved';
  return {
    en: {
      subject: 'Your phone number no longer signs in',
      sentence: `${phone} no longer signs in to your Kisima account: ${
        why ? 'another account has shown that it has the phone' : 'the number was taken away'
      }. Sign in by your e-mail.`,
    },
    sw: {
      subject: 'Namba yako ya simu haiingii tena',
      sentence: `${phone} haiingii tena kwenye akaunti yako ya Kisima: ${
        why ? 'akaunti nyingine imethibitisha kuwa ina simu hiyo' : 'namba imeondolewa'
      }. Ingia kwa barua pepe yako.`,
    },
  };
}
