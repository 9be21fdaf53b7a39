import type { Language } from '../language.ts';

/** Notices about credits and money, which only somebody who tops up can do anything about. */
export type MoneyNotice =
  | { kind: 'low balance'; balance: number; threshold: number }
  | { kind: 'SMS alerts stopped'; why: 'revoked' | 'suspended' | 'no_credits' }
  | { kind: 'provider low'; provider: string; balance: string; threshold: number }
  | { kind: 'provider refuses for money'; provider: string; error: string };

type Text = { subject: string; lines: string[] };

const kinds: Record<MoneyNotice['kind'], true> = {
  'low balance': true,
  'SMS alerts stopped': true,
  'provider low': true,
  'provider refuses for money': true,
};

export function isMoneyNotice(notice: { kind: string }): notice is MoneyNotice {
  return Object.hasOwn(kinds, notice.kind);
}

/** Words a notice in the reader's language. */
export function textOfMoney(notice: MoneyNotice, language: Language): Text {
  return writers[language](notice);
}

const writers: Record<Language, (notice: MoneyNotice) => Text> = { en: inEnglish, sw: inSwahili };

function inEnglish(notice: MoneyNotice): Text {
  switch (notice.kind) {
    case 'low balance': {
      const { balance, threshold } = notice;
      return {
        subject: 'Your SMS credits run low',
        lines: [
          `The balance of your SMS account has fallen to ${balance}. You asked to be told at ${threshold}.`,
          'Get more credits from the operator of the server: without credits nothing is sent.',
        ],
      };
    }
    case 'SMS alerts stopped':
      return {
        subject: 'SMS alerts no longer go out',
        lines: [
          stoppedInEnglish[notice.why],
          'Until then alerts come by your other channels alone, and go on to the next person sooner.',
        ],
      };
    case 'provider low':
      return {
        subject: `The balance at ${notice.provider} runs low`,
        lines: [
          `The balance at the SMS provider ${notice.provider} has fallen to ${notice.balance}; the server is set to tell it at ${notice.threshold}.`,
          'Top it up: the provider takes no messages once it is used up.',
        ],
      };
    case 'provider refuses for money':
      return {
        subject: `${notice.provider} takes no messages for want of money`,
        lines: [
          `The SMS provider ${notice.provider} refuses messages for want of money: ${notice.error}.`,
          'Top it up: messages wait or fail until then.',
        ],
      };
  }
}

const stoppedInEnglish = {
  revoked: 'The key of your SMS alerts was revoked. Turn SMS alerts on again to have a new one.',
  suspended: 'Your SMS account is suspended. Ask the operator of this server why.',
  no_credits: 'Your SMS account has no credits left. Get credits to have SMS alerts again.',
};

function inSwahili(notice: MoneyNotice): Text {
  switch (notice.kind) {
    case 'low balance': {
      const { balance, threshold } = notice;
      return {
        subject: 'Salio lako la SMS linakaribia kuisha',
        lines: [
          `Salio la akaunti yako ya SMS limeshuka hadi ${balance}. Uliomba kuambiwa linapofika ${threshold}.`,
          'Pata salio zaidi kwa msimamizi wa seva: bila salio hakuna kinachotumwa.',
        ],
      };
    }
    case 'SMS alerts stopped':
      return {
        subject: 'Tahadhari za SMS hazitumwi tena',
        lines: [
          stoppedInSwahili[notice.why],
          'Hadi hapo tahadhari zinakuja kwa njia zako nyingine tu, na zinaenda kwa mtu anayefuata mapema zaidi.',
        ],
      };
    case 'provider low':
      return {
        subject: `Salio kwa ${notice.provider} linakaribia kuisha`,
        lines: [
          `Salio kwa mtoa huduma wa SMS ${notice.provider} limeshuka hadi ${notice.balance}; seva imewekwa kuliambia linapofika ${notice.threshold}.`,
          'Ongeza salio: mtoa huduma hapokei ujumbe likiisha.',
        ],
      };
    case 'provider refuses for money':
      return {
        subject: `${notice.provider} hapokei ujumbe kwa kukosa pesa`,
        lines: [
          `Mtoa huduma wa SMS ${notice.provider} anakataa ujumbe kwa kukosa pesa: ${notice.error}.`,
          'Ongeza salio: hadi hapo ujumbe unasubiri au unashindwa.',
        ],
      };
  }
}

const stoppedInSwahili = {
  revoked:
    'Ufunguo wa tahadhari zako za SMS umefutwa. Washa tahadhari za SMS tena ili kupata mpya.',
  suspended: 'Akaunti yako ya SMS imesimamishwa. Muulize msimamizi wa seva hii sababu.',
  no_credits: 'Akaunti yako ya SMS haina salio. Pata salio ili kupokea tahadhari za SMS tena.',
};
