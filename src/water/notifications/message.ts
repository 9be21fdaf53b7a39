import type { Language } from '../../accounts/language.ts';
import type { Severity } from '../fields.ts';
import { incidentSentence } from '../incidents/incident-sentence.ts';
import type { Happening } from '../incidents/kinds.ts';

/** What a message says of an incident: that it began, got worse, came back or is over. */
export const phases = ['raised', 'worse', 'back', 'resolved'] as const;
export type Phase = (typeof phases)[number];

/** One incident in a message, with its sentence in the language of the person. */
export type Item = {
  incident_id: number;
  device_id: number;
  device: string;
  sensor_name: string | null;
  kind: string;
  severity: Severity;
  phase: Phase;
  /** When it was raised, got worse or came back, or was over. */
  at: number;
  sentence: string;
};

/** What a person is told at once; each channel writes it in its own form. */
export type Message = {
  language: Language;
  /** Whether some of it waited for the end of quiet hours. */
  is_digest: boolean;
  /** The most severe first; none in a test, or of what happened to the person's account. */
  items: Item[];
  account?: { subject: string; lines: string[] };
  /** How many further ones there are no lines for. */
  more: number;
};

const prefixes: Record<Language, Record<Phase, string>> = {
  en: { raised: '', worse: 'Worse: ', back: 'Again: ', resolved: 'Over: ' },
  sw: { raised: '', worse: 'Imezidi: ', back: 'Tena: ', resolved: 'Imekwisha: ' },
};

/** The sentence of an incident in a message: which device it is about goes first. */
export function sayPhase(
  happening: Happening,
  about: { device: string; sensorName: string | null; begunAt: number; phase: Phase },
  language: Language,
): string {
  const sentence = incidentSentence(happening, about, language);
  const isNamed = sentence.startsWith(about.device);
  return prefixes[language][about.phase] + (isNamed ? sentence : `${about.device}, ${sentence}`);
}

/** What is found at the head of a message: its only incident, or how many there are. */
export function titleOf({ items, more, is_digest, language, account }: Message): string {
  if (account) return account.subject;
  const [first] = items;
  const count = items.length + more;
  if (!first) return language === 'sw' ? 'Jaribio la Kisima' : 'A test by Kisima';
  if (is_digest) {
    return language === 'sw' ? `Wakati wa utulivu: arifa ${count}` : `In the quiet hours: ${count}`;
  }
  if (count === 1) return first.sentence;
  return language === 'sw' ? `Arifa ${count}` : `${count} alerts`;
}

/** Every sentence of a message. */
export function linesOf({ items, language, account }: Message): string[] {
  if (account) return account.lines;
  if (items.length > 0) return items.map(({ sentence }) => sentence);
  return [
    language === 'sw'
      ? 'Hili ni jaribio: arifa za tangi zako zitakufikia hapa.'
      : 'This is a test: alerts of your tanks will reach you here.',
  ];
}
