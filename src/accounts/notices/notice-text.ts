import { spacedPhone } from '../../kit/text/phone.ts';
import type { Language } from '../language.ts';
import { isMoneyNotice, type MoneyNotice, textOfMoney } from './money-notices.ts';
import { textsOfPhone } from './phone-notices.ts';

/** Account notices: events of an account that its owner is notified of, by any cause. */
export type Notice =
  | { kind: 'password changed' | 'wrong codes' | 'second factor on' | 'second factor off' }
  | { kind: 'recovery codes renewed' }
  | { kind: 'new sign-in'; program: string | null; address: string }
  | { kind: 'API key made' | 'program token made'; name: string }
  | { kind: 'phone set' | 'phone removed' | 'phone moved'; phone: string }
  | { kind: 'SMS suspended'; reason: string }
  | { kind: 'SMS resumed' }
  | MoneyNotice;

type Text = { subject: string; sentence: string };
type Texts = Record<Language, Text>;

const advice: Record<Language, string> = {
  en: 'If it was not you, ask for a reset code on the sign-in page, or tell the operator of the server.',
  sw: 'Kama si wewe, omba msimbo wa kubadilisha nenosiri kwenye ukurasa wa kuingia, au mwambie msimamizi wa seva.',
};

/** Advice where an administrator did it. */
const askOperator: Record<Language, string> = {
  en: 'If you have questions, ask the operator of the server.',
  sw: 'Kama una maswali, muulize msimamizi wa seva.',
};

/** A notice in words: the event, and what to do if it was somebody else. */
export type NoticeText = { language: Language; subject: string; lines: string[] };

/** Words a notice in the owner's language. */
export function textOfNotice(notice: Notice, language: Language): NoticeText {
  if (isMoneyNotice(notice)) return { language, ...textOfMoney(notice, language) };
  const { subject, sentence } = textsOf(notice)[language];
  const isByAdmin = notice.kind === 'SMS suspended' || notice.kind === 'SMS resumed';
  return { language, subject, lines: [sentence, (isByAdmin ? askOperator : advice)[language]] };
}

function textsOf(notice: Exclude<Notice, MoneyNotice>): Texts {
  switch (notice.kind) {
    case 'password changed':
      return {
        en: {
          subject: 'Your password was changed',
          sentence:
            'The password of your Kisima account was changed just now, and other phones and computers are signed out.',
        },
        sw: {
          subject: 'Nenosiri lako limebadilishwa',
          sentence:
            'Nenosiri la akaunti yako ya Kisima limebadilishwa sasa hivi, na simu na kompyuta nyingine zimeondolewa.',
        },
      };
    case 'wrong codes':
      return {
        en: {
          subject: 'Wrong codes for your account',
          sentence:
            'Somebody who knows the password of your Kisima account has entered several wrong codes. Change the password.',
        },
        sw: {
          subject: 'Misimbo isiyo sahihi kwa akaunti yako',
          sentence:
            'Mtu anayejua nenosiri la akaunti yako ya Kisima ameingiza misimbo kadhaa isiyo sahihi. Badilisha nenosiri.',
        },
      };
    case 'second factor on':
      return {
        en: {
          subject: 'Two-step sign-in is on',
          sentence: 'Two-step sign-in of your Kisima account was turned on just now.',
        },
        sw: {
          subject: 'Kuingia kwa hatua mbili kumewashwa',
          sentence: 'Kuingia kwa hatua mbili kwa akaunti yako ya Kisima kumewashwa sasa hivi.',
        },
      };
    case 'second factor off':
      return {
        en: {
          subject: 'Two-step sign-in is off',
          sentence: 'Two-step sign-in of your Kisima account was turned off just now.',
        },
        sw: {
          subject: 'Kuingia kwa hatua mbili kumezimwa',
          sentence: 'Kuingia kwa hatua mbili kwa akaunti yako ya Kisima kumezimwa sasa hivi.',
        },
      };
    case 'recovery codes renewed':
      return {
        en: {
          subject: 'New recovery codes',
          sentence:
            'New recovery codes were made for your Kisima account just now; the earlier ones ended.',
        },
        sw: {
          subject: 'Misimbo mipya ya dharura',
          sentence:
            'Misimbo mipya ya dharura ya akaunti yako ya Kisima imetengenezwa sasa hivi; ya awali haifanyi kazi tena.',
        },
      };
    case 'phone set':
    case 'phone removed':
    case 'phone moved':
      return textsOfPhone(notice.kind, spacedPhone(notice.phone));
    case 'API key made':
      return {
        en: {
          subject: 'A new API key',
          sentence: `The API key “${notice.name}” of your Kisima account was made just now. It can send SMS with your credits.`,
        },
        sw: {
          subject: 'Ufunguo mpya wa API',
          sentence: `Ufunguo wa API “${notice.name}” wa akaunti yako ya Kisima umetengenezwa sasa hivi. Unaweza kutuma SMS kwa salio lako.`,
        },
      };
    case 'program token made':
      return {
        en: {
          subject: 'A new token for a program',
          sentence: `The token “${notice.name}” of your Kisima account was made just now. A program that has it sees your tanks until you revoke it.`,
        },
        sw: {
          subject: 'Tokeni mpya ya programu',
          sentence: `Tokeni “${notice.name}” ya akaunti yako ya Kisima imetengenezwa sasa hivi. Programu iliyo nayo huona matangi yako hadi uifute.`,
        },
      };
    case 'SMS suspended':
      return {
        en: {
          subject: 'Your SMS account is suspended',
          sentence: `An administrator has suspended your SMS account: ${notice.reason} Nothing is sent until it is let go; messages that wait go on then.`,
        },
        sw: {
          subject: 'Akaunti yako ya SMS imesimamishwa',
          sentence: `Msimamizi amesimamisha akaunti yako ya SMS: ${notice.reason} Hakuna kinachotumwa hadi ifunguliwe; ujumbe unaosubiri utaendelea wakati huo.`,
        },
      };
    case 'SMS resumed':
      return {
        en: {
          subject: 'Your SMS account sends again',
          sentence: 'Your SMS account is no longer suspended. Messages that waited go out now.',
        },
        sw: {
          subject: 'Akaunti yako ya SMS inatuma tena',
          sentence: 'Akaunti yako ya SMS imefunguliwa. Ujumbe uliokuwa unasubiri unatumwa sasa.',
        },
      };
    case 'new sign-in': {
      const { program, address } = notice;
      return {
        en: {
          subject: 'A new sign-in to your account',
          sentence: `Somebody signed in to your Kisima account with ${program ?? 'a program without a name'} from ${address}, where it was never signed in before.`,
        },
        sw: {
          subject: 'Kuingia kupya kwenye akaunti yako',
          sentence: `Mtu ameingia kwenye akaunti yako ya Kisima kwa ${program ?? 'programu isiyo na jina'} kutoka ${address}, ambako haijawahi kuingiwa.`,
        },
      };
    }
  }
}
