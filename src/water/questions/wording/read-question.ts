import { readOptOutWord } from '../../../kit/text/opt-out-word.ts';

/** Question or order by SMS. `tank` is a name or the beginning of one; undefined where none is given. */
export type Question =
  | { kind: 'level'; tank: string | undefined }
  | { kind: 'pump'; command: 'on' | 'off'; tank: string | undefined }
  | { kind: 'ok'; tank: string | undefined }
  | { kind: 'help' }
  // The phone names its person.
  | { kind: 'me'; personId: number }
  | { kind: 'unknown' };

/** Beginning of every text of ours, by which one that comes back is recognised. */
export const ownPrefix = 'Kisima: ';

type Words = ReadonlySet<string>;
const levelWords: Words = new Set(['LEVEL', 'LEVELS', 'WATER', 'MAJI', 'KIASI']);
const pumpWords: Words = new Set(['PUMP', 'PAMPU']);
const onWords: Words = new Set(['ON', 'WASHA']);
const offWords: Words = new Set(['OFF', 'ZIMA']);
const okWords: Words = new Set(['OK', 'OKAY', 'SAWA']);
const helpWords: Words = new Set(['HELP', 'MSAADA']);
const meWords: Words = new Set(['ME', 'MIMI']);

/**
 * Reads a message from a phone, in any case, spacing and punctuation.
 * @returns undefined for messages that get no answer: a STOP or START, and a text of ours.
 */
export function readQuestion(text: string): Question | undefined {
  const isOurs = text.trim().toLowerCase().startsWith(ownPrefix.trim().toLowerCase());
  if (isOurs || readOptOutWord(text) !== undefined) return undefined;
  const words = text
    .normalize('NFKC')
    .split(/[\s\p{P}\p{S}]+/u)
    .filter((word) => word !== '');
  const [first = '', ...rest] = words.map((word) => word.toUpperCase());
  const tank = words.slice(1).join(' ') || undefined;
  if (levelWords.has(first)) return { kind: 'level', tank };
  if (okWords.has(first)) return { kind: 'ok', tank };
  if (helpWords.has(first) && rest.length === 0) return { kind: 'help' };
  const personId = rest.length === 1 && meWords.has(first) ? readNumber(rest[0]) : undefined;
  if (personId !== undefined) return { kind: 'me', personId };
  return readPump(words) ?? { kind: 'unknown' };
}

/**
 * Reads `PUMP ON roof`, `PUMP roof OFF`, `WASHA PAMPU roof`: the two words in any order, one of them first.
 */
function readPump(words: string[]): Question | undefined {
  const isOneOf = (set: Words) => (word: string) => set.has(word.toUpperCase());
  const [first = ''] = words;
  const pump = words.findIndex(isOneOf(pumpWords));
  if (pump > 1 || pump < 0) return undefined;
  if (pump === 1 && !isOneOf(onWords)(first) && !isOneOf(offWords)(first)) return undefined;
  // A tank may have such a name, too: the command is the word beside that for the pump, else the last word.
  const beside = pump === 1 ? 0 : 1;
  const at = [beside, words.length - 1].find((index) => {
    const word = words[index] ?? '';
    return index !== pump && (isOneOf(onWords)(word) || isOneOf(offWords)(word));
  });
  if (at === undefined) return undefined;
  const command = isOneOf(onWords)(words[at] ?? '') ? 'on' : 'off';
  const name = words.filter((_, index) => index !== at && index !== pump).join(' ');
  return { kind: 'pump', command, tank: name || undefined };
}

function readNumber(word = ''): number | undefined {
  return /^[1-9]\d{0,14}$/.test(word) ? Number(word) : undefined;
}
