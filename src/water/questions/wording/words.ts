import type { Language } from '../../../accounts/language.ts';
import { segment } from '../../notifications/channels/sms-text.ts';
import type { Refusal } from './answer.ts';
import { ownPrefix } from './read-question.ts';

type Command = 'on' | 'off';
/** Writes a list within so many septets. */
type List = (left: number) => string;

/** Pieces of answers. All of them are in the GSM alphabet. */
export type Words = {
  help: string;
  introduced: string;
  no_tanks: string;
  nothing_open: string;
  noReading: string;
  offline: string;
  pumpOn: string;
  asOf: (time: string) => string;
  litres: (count: number) => string;
  more: (count: number) => string;
  unknownTank: (name: string) => string;
  which: (command: Command, names: List) => string;
  notAllowed: (name: string) => string;
  late: (time: string) => string;
  sent: (command: Command, name: string, level: string) => string;
  waits: (command: Command, minutes: number) => string;
  endsAuto: string;
  notStarted: (name: string, why: string) => string;
  refusals: Record<Refusal, string>;
  acknowledged: (count: number, names: List) => string;
};

/** Writes a list between two texts, within the rest of the segment. */
function around(before: string, names: List, after: string): string {
  return before + names(segment - ownPrefix.length - before.length - after.length) + after;
}

const english: Words = {
  help: 'LEVEL or LEVEL roof: how full. PUMP ON roof, PUMP OFF: switch. OK: alerts seen. HELP: this.',
  introduced: 'this phone may ask here now. HELP tells the words.',
  no_tanks: 'you have no tanks here.',
  nothing_open: 'no alert waits for you.',
  noReading: 'no reading yet',
  offline: 'offline',
  pumpOn: 'pump on',
  asOf: (time) => `as of ${time}`,
  litres: (count) => `${count} litres`,
  more: (count) => `+${count} more`,
  unknownTank: (name) => `no tank of yours is called ${name}. LEVEL lists them.`,
  which: (command, names) =>
    around('which one? ', names, `. Send PUMP ${command.toUpperCase()} and its name.`),
  notAllowed: (name) => `you may see ${name}, but not switch its pump. Ask its owner.`,
  late: (time) => `your message of ${time} came too late, nothing was switched. Send it again.`,
  sent: (command, name, level) => `PUMP ${command.toUpperCase()} is sent to ${name}, now ${level}.`,
  waits: (command, minutes) =>
    command === 'on'
      ? `It lapses unless the device comes within ${minutes} min.`
      : 'It waits for the device.',
  endsAuto: 'Auto is off.',
  notStarted: (name, why) => `pump of ${name} not switched: ${why}`,
  refusals: {
    latched: 'it ran dry. Look at it, then clear it in the dashboard.',
    full: 'the tank is full.',
    resting: 'it has just run and rests.',
    source_low: 'the tank that it draws from is low.',
  },
  acknowledged: (count, names) =>
    around(`${count} ${count === 1 ? 'alert' : 'alerts'} acknowledged: `, names, '.'),
};

const commandWords: Record<Command, string> = { on: 'WASHA', off: 'ZIMA' };

const swahili: Words = {
  help: 'MAJI au MAJI paa: kiasi. PAMPU WASHA paa, PAMPU ZIMA: pampu. SAWA: nimeona tahadhari. MSAADA: haya.',
  introduced: 'simu hii sasa inaweza kuuliza hapa. MSAADA inasema maneno.',
  no_tanks: 'huna tangi hapa.',
  nothing_open: 'hakuna tahadhari inayokusubiri.',
  noReading: 'bado hakuna kipimo',
  offline: 'hakipatikani',
  pumpOn: 'pampu inawaka',
  asOf: (time) => `kipimo cha ${time}`,
  litres: (count) => `lita ${count}`,
  more: (count) => `+${count} zaidi`,
  unknownTank: (name) => `huna tangi liitwalo ${name}. MAJI huyataja yote.`,
  which: (command, names) =>
    around('lipi? ', names, `. Tuma PAMPU ${commandWords[command]} na jina lake.`),
  notAllowed: (name) => `unaweza kuona ${name}, si kuwasha au kuzima pampu. Muulize mwenyewe.`,
  late: (time) => `ujumbe wako wa ${time} umechelewa, hakuna kilichobadilishwa. Tuma tena.`,
  sent: (command, name, level) =>
    `PAMPU ${commandWords[command]} imetumwa kwa ${name}, sasa ${level}.`,
  waits: (command, minutes) =>
    command === 'on'
      ? `Itafutwa kifaa kisipoichukua ndani ya dakika ${minutes}.`
      : 'Inasubiri kifaa.',
  endsAuto: 'Auto imezimwa.',
  notStarted: (name, why) => `pampu ya ${name} haikubadilishwa: ${why}`,
  refusals: {
    latched: 'iliendeshwa bila maji. Ikague, kisha iruhusu kwenye dashibodi.',
    full: 'tangi limejaa.',
    resting: 'imetoka kuwaka na inapumzika.',
    source_low: 'tangi inakovuta lina maji kidogo.',
  },
  acknowledged: (count, names) => around(`umeona tahadhari ${count}: `, names, '.'),
};

export const wordsOf: Record<Language, Words> = { en: english, sw: swahili };
