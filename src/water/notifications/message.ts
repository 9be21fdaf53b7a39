import type { Language } from '../../accounts/language.ts';
import type { Severity } from '../fields.ts';
import { incidentSentence, type SentenceAbout } from '../incidents/incident-sentence.ts';
import type { Happening } from '../incidents/kinds.ts';

/** Change of an incident that a message reports. */
export const phases = ['raised', 'worse', 'back', 'resolved'] as const;
export type Phase = (typeof phases)[number];

/** Incident in a message, with its sentence in the recipient's language. */
export type Item = {
  incident_id: number;
  device_id: number;
  device: string;
  sensor_name: string | null;
  kind: string;
  severity: Severity;
  phase: Phase;
  /** Instant at which it was raised, got worse, came back or ended. */
  at: number;
  sentence: string;
};

/** Content of one message, which each channel writes in its own form. */
export type Message = {
  language: Language;
  /** True if part of it waited for the end of quiet hours. */
  is_digest: boolean;
  /** Most severe first; empty in a test, and in a message on the recipient's account. */
  items: Item[];
  account?: { subject: string; lines: string[] };
  /** Number of further incidents without a line. */
  more: number;
  /** Those incidents, which the link acknowledges too; messages of older versions do not have them. */
  others?: Other[];
};

/** Incident without a line, with the device under which its reader sees it. */
export type Other = Pick<Item, 'incident_id' | 'device_id' | 'phase'>;

/** All incidents that a message is about, those with a line first. */
export function incidentsOf({
  items,
  others = [],
}: Pick<Message, 'items' | 'others'>): (Item | Other)[] {
  return [...items, ...others];
}

const prefixes: Record<Language, Record<Phase, string>> = {
  en: { raised: '', worse: 'Worse: ', back: 'Again: ', resolved: 'Over: ' },
  sw: { raised: '', worse: 'Imezidi: ', back: 'Tena: ', resolved: 'Imekwisha: ' },
};

/** Writes the sentence of an incident in a message, with the device first. */
export function sayPhase(
  happening: Happening,
  about: SentenceAbout & { device: string; phase: Phase },
  language: Language,
): string {
  const sentence = incidentSentence(happening, about, language);
  const isNamed = sentence.startsWith(about.device);
  return prefixes[language][about.phase] + (isNamed ? sentence : `${about.device}: ${sentence}`);
}

export function titleOf({ items, more, is_digest, language, account }: Message): string {
  if (account) return account.subject;
  const [first] = items;
  const count = items.length + more;
  if (!first) return language === 'sw' ? 'Jaribio la Kisima' : 'A test by Kisima';
  if (is_digest) {
    return language === 'sw'
      ? `Saa za utulivu: tahadhari ${count}`
      : `In the quiet hours: ${count}`;
  }
  if (count === 1) return first.sentence;
  return language === 'sw' ? `Tahadhari ${count}` : `${count} alerts`;
}

export function linesOf({ items, language, account }: Message): string[] {
  if (account) return account.lines;
  if (items.length > 0) return items.map(({ sentence }) => sentence);
  return [
    language === 'sw'
      ? 'Hili ni jaribio: tahadhari za matangi yako zitakufikia hapa.'
      : 'This is a test: alerts of your tanks will reach you here.',
  ];
}

/** The lines of a message, and how many incidents have none. */
export function allLinesOf(message: Message): string[] {
  const { language, more } = message;
  const lines = linesOf(message);
  if (more === 0) return lines;
  return [...lines, language === 'sw' ? `Na nyingine ${more}.` : `And ${more} more.`];
}
