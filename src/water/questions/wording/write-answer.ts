import type { Language } from '../../../accounts/language.ts';
import { clockTimeAt, dateAt } from '../../../kit/time/time-zone.ts';
import { minuteMs } from '../../../kit/time/units.ts';
import { cut, segment, sizeOf, toGsm } from '../../notifications/channels/sms-text.ts';
import type { Answer, AnswerTank } from './answer.ts';
import { ownPrefix } from './read-question.ts';
import { type Words, wordsOf } from './words.ts';

type Reader = {
  language: Language;
  /** IANA name of the reader's time zone. */
  timezone: string;
  now: number;
};

/** Septets of an answer after the prefix. */
const room = segment - ownPrefix.length;

/** Most septets of a name in an answer that has more to say. */
const longestName = 40;

/** Writes an answer in one segment of the GSM alphabet, whatever the names of its tanks. */
export function writeAnswer(answer: Answer, reader: Reader): string {
  return ownPrefix + cut(sayAnswer(answer, reader), room);
}

function sayAnswer(answer: Answer, reader: Reader): string {
  const words = wordsOf[reader.language];
  switch (answer.kind) {
    case 'levels':
      return sayLevels(answer.tanks, reader);
    case 'which':
      return words.which(answer.command, (left) => listNames(answer.names, words, left));
    case 'unknown_tank':
      return words.unknownTank(nameOf(answer.name));
    case 'not_allowed':
      return words.notAllowed(nameOf(answer.name));
    case 'late':
      return words.late(timeOf(answer.sentAt, reader));
    case 'sent':
      return saySent(answer, reader);
    case 'not_started':
      return words.notStarted(nameOf(answer.name), words.refusals[answer.why]);
    case 'refused':
      return words.notStarted(nameOf(answer.name), toGsm(answer.why));
    case 'acknowledged':
      return words.acknowledged(answer.count, (left) => listNames(answer.names, words, left));
    default:
      return words[answer.kind];
  }
}

function saySent(answer: Answer & { kind: 'sent' }, reader: Reader): string {
  const { command, tank, expiresAt, endsAuto } = answer;
  const words = wordsOf[reader.language];
  const minutes = Math.max(1, Math.round((expiresAt - reader.now) / minuteMs));
  const sentences = [
    words.sent(command, nameOf(tank.label), levelOf(tank, reader)),
    ...(endsAuto ? [words.endsAuto] : []),
    ...(tank.isOnline ? [] : [words.waits(command, minutes)]),
  ];
  return sentences.join(' ');
}

function sayLevels(tanks: AnswerTank[], reader: Reader): string {
  const words = wordsOf[reader.language];
  const [only, ...others] = tanks;
  if (!only) return words.no_tanks;
  if (others.length > 0) return listTanks(tanks, reader);
  const volume = only.volume === null ? '' : `, ${words.litres(Math.round(only.volume))}`;
  return `${nameOf(only.label)}: ${levelOf(only, reader)}${volume}`;
}

function listTanks(tanks: AnswerTank[], reader: Reader): string {
  const say = (tank: AnswerTank) => `${nameOf(tank.label)}: ${levelOf(tank, reader)}`;
  const { more } = wordsOf[reader.language];
  return listUntilFull(tanks, say, { separator: '. ', more, left: room });
}

/** Writes `45%`, with the instant of the reading where it is old. */
function levelOf({ level, measuredAt, isOnline, isOld, isPumpOn }: AnswerTank, reader: Reader) {
  const words = wordsOf[reader.language];
  if (level === null || measuredAt === null) return words.noReading;
  const asOf = words.asOf(timeOf(measuredAt, reader));
  const notes = [
    ...(isOnline ? [] : [words.offline]),
    ...(isOld || !isOnline ? [asOf] : []),
    ...(isPumpOn ? [words.pumpOn] : []),
  ];
  const said = `${Math.round(level)}%`;
  return notes.length === 0 ? said : `${said} (${notes.join(', ')})`;
}

/** Writes `14:05`, or for another day `20/11 14:05`. */
function timeOf(at: number, { timezone, now }: Reader): string {
  const time = clockTimeAt(at, timezone);
  const [date, today] = [dateAt(at, timezone), dateAt(now, timezone)];
  if (date === today) return time;
  const [, month, day] = date.split('-');
  return `${day}/${month} ${time}`;
}

function nameOf(label: string): string {
  return cut(toGsm(label), longestName);
}

function listNames(names: string[], { more }: Words, left: number): string {
  return listUntilFull(names, nameOf, { separator: ', ', more, left });
}

/** Most items that any segment has room for. */
const mostListed = 40;

type ListStyle = { separator: string; more: Words['more']; left: number };

/** Lists as many items as fit into so many septets, and the number of the others. */
function listUntilFull<T>(
  items: readonly T[],
  say: (item: T) => string,
  { separator, more, left }: ListStyle,
): string {
  const said = items.slice(0, mostListed).map(say);
  const tailOf = (count: number) => (items.length > count ? ` ${more(items.length - count)}` : '');
  for (let count = said.length; count > 1; count -= 1) {
    const text = said.slice(0, count).join(separator) + tailOf(count);
    if (sizeOf(text) <= left) return text;
  }
  const tail = tailOf(1);
  return cut(said[0] ?? '', left - sizeOf(tail)) + tail;
}
