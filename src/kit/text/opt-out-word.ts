/** What Kenyan networks and handbooks of senders tell people to write, in English and Swahili. */
export const stopWords = [
  ...['STOP', 'STOP ALL', 'STOPALL', 'STOP SUB', 'STOPSUB', 'STOP SMS', 'STOP PROMO'],
  ...['UNSUB', 'UNSUBSCRIBE', 'OPT OUT', 'OPTOUT', 'END', 'QUIT', 'CANCEL', 'REVOKE', 'REMOVE'],
  ...['ACHA', 'ACHA KUTUMA', 'ACHENI', 'ACHENI KUTUMA', 'SITAKI', 'SIMAMISHA', 'ONDOA', 'NIONDOE'],
  ...['WACHA', 'WACHENI', 'KOMA', 'KOMESHA', 'USINITUMIE', 'MSINITUMIE', 'NITOE', 'NITOENI'],
  ...['USITUME', 'MSITUME', 'JIONDOE', 'KUJIONDOA'],
];
export const startWords = ['START', 'UNSTOP', 'OPT IN', 'OPTIN', 'SUBSCRIBE', 'ANZA'];

const words: ReadonlyMap<string, 'stop' | 'start'> = new Map([
  ...stopWords.map((word) => [word, 'stop'] as const),
  ...startWords.map((word) => [word, 'start'] as const),
]);

function setOf(...written: string[]): ReadonlySet<string> {
  return new Set(written.flatMap((each) => each.split(' ')));
}

/** What may stand behind any of the words, and changes nothing of it. */
const objects = setOf('ALL SUB SMS PROMO MESSAGES');
/** What may stand around the words of a stop as well: to resume, nobody is polite. */
const courtesies = setOf('PLEASE PLS PLZ KINDLY TAFADHALI NOW SASA KABISA TENA THANKS ASANTE');
/** Stands between a word and the sender that it is meant for. */
const towards = setOf('TO FROM KWA KUTOKA');
/** What a stop may be about, in any order: it stops nothing else. */
const objectsOfStop = setOf(
  'PROMOS PROMOTION PROMOTIONS PROMOTIONAL MESSAGE MSG MSGS TEXT TEXTS ADS ADVERTS ADVERTISING OFFERS',
  'MARKETING SPAM SERVICE SUBSCRIPTION LIST LISTS NUMBER CONTACT SENDING TEXTING MESSAGING SPAMMING',
  'BOTHERING DISTURBING CONTACTING ME MY US IT THIS THAT THESE THOSE THE YOUR YOURS ANY MORE ANYMORE AGAIN',
  'AND OF OUT ON TO FROM',
  'UJUMBE JUMBE MESEJI MATANGAZO OFA HUDUMA ORODHA NAMBA NAMBARI JINA SIMU MIMI SISI',
  'YANGU LANGU YENU WENU ZENU LENU YAKO WAKO ZAKO HII HIZI HIYO HIZO HUU NA KWA KUTOKA KWENYE KATIKA',
  'KUTUMA KUNITUMIA KUTUTUMIA KUTUMIWA KUNISUMBUA KUSUMBUA',
);
/** Words for getting something, which are about messages only where one of these stands beside them. */
const gettings = setOf('KUPOKEA KUPATA KULETEWA RECEIVING GETTING');
const texts = setOf(
  'SMS MESSAGE MESSAGES MSG MSGS TEXT TEXTS PROMO PROMOS PROMOTION PROMOTIONS ADS ADVERTS OFFERS SPAM',
  'UJUMBE JUMBE MESEJI MATANGAZO OFA',
);
/** Words of a stop that say enough alone. */
const stops = setOf(...stopWords.filter((word) => !word.includes(' ')));
/** Words of a stop where they are about a number, a name or a list: `FUTA` alone may be an order. */
const removals = setOf('TOA TOENI FUTA FUTENI DELETE');
const removed = setOf('NUMBER CONTACT LIST ME NAMBA NAMBARI SIMU JINA ORODHA');

/**
 * Reads a message from a phone that asks to stop promotional messages, or to resume them: one of the words above
 * in any case, wide and zero-width characters too, with any space and punctuation around and between, said more
 * than once, or with the sender that it is meant for. A stop may be polite, and say what is to stop, as long as that is
 * messages, or a list or a number of them. Any other word makes it a message like others.
 * @param to the sender that it was sent to.
 */
export function readOptOutWord(text: string, to = ''): 'stop' | 'start' | undefined {
  const said = withoutSignature(text);
  if (said.length > longest) return undefined;
  const letters = withoutCourtesies(lettersOf(said));
  return readSaidMore(withoutCourtesies(withoutSender(letters, lettersOf(to))));
}

/**
 * Reads a stop or a start that names a sender, as `STOP KISIMA`, which may be another than it was sent to: a short
 * code takes the answers to names that no phone can answer. Whether there is such a sender is the caller's to find.
 */
export function readNamedOptOut(
  text: string,
): { word: 'stop' | 'start'; name: string } | undefined {
  const said = withoutSignature(text);
  if (said.length > longest) return undefined;
  const letters = withoutCourtesies(lettersOf(said));
  const [first = '', ...more] = letters;
  const word = words.get(first);
  const [before, last] = [letters.slice(0, -1).join(' '), words.get(letters.at(-1) ?? '')];
  if (word === undefined) return last && before !== '' ? { word: last, name: before } : undefined;
  // "Stop messages from Kisima"; without the "from" an object may be a word of the name.
  const at = more.findIndex((each) => towards.has(each) || !isObject(each));
  const isTowards = at < more.length - 1 && towards.has(more[at] ?? '');
  const name = more.slice(isTowards ? at + 1 : 0).join(' ');
  return name === '' ? undefined : { word, name };
}

/**
 * What phones and mail programs put beneath a text: all behind a line of dashes alone, and lines that name the phone
 * or the program. Any other line counts as said, since `STOP` may begin a sentence of two lines.
 */
const signature =
  /[\r\n]\s*(?:[-_\u2013\u2014]{2,}[ \t]*(?:[\r\n]|$)|(?:sent|written) (?:from|via|with|using) |get (?:outlook|.{1,20} mail) for |(?:imetumwa|umetumwa) (?:kutoka|kwa) )/i;

/** Signatures stand within this much of the beginning, where the rest is a stop. */
const looked = 300;

function withoutSignature(text: string): string {
  const at = text.slice(0, looked).search(signature);
  return at < 0 ? text : text.slice(0, at);
}

const longest = 100;

/** The words of a text, in capitals; one that is spelt, as `S.T.O.P`, is one. */
function lettersOf(text: string): string[] {
  const letters = text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{M}]+/gu, '')
    .toUpperCase()
    .split(/[\s\p{P}\p{S}\p{Cc}]+/u)
    .filter((word) => word !== '');
  const isSpelt = letters.length > 2 && letters.every((word) => /^\p{L}$/u.test(word));
  return isSpelt ? [letters.join('')] : letters;
}

function withoutCourtesies(letters: string[]): string[] {
  const isOther = (word: string) => !courtesies.has(word);
  return letters.slice(Math.max(0, letters.findIndex(isOther)), letters.findLastIndex(isOther) + 1);
}

/** Without the sender, wherever it is named: `KISIMA STOP`, `STOP to Kisima`, `Stop Kisima messages`. */
function withoutSender(letters: string[], sender: string[]): string[] {
  const named = sender.join(' ');
  const at = letters.findLastIndex(
    (_, index) => letters.slice(index, index + sender.length).join(' ') === named,
  );
  if (named === '' || at < 0) return letters;
  const before = letters.slice(0, at);
  if (towards.has(before.at(-1) ?? '')) before.pop();
  return [...before, ...letters.slice(at + sender.length)];
}

function isObject(word: string): boolean {
  return objects.has(word) || objectsOfStop.has(word) || courtesies.has(word);
}

/** One of the words, more than once, or with what it is about. */
function readSaidMore(letters: string[]): 'stop' | 'start' | undefined {
  const [first = '', ...more] = letters;
  const rest = more.filter((word) => word !== first && !objects.has(word));
  return words.get([first, ...rest].join(' ')) ?? (isStop(first, more) ? 'stop' : undefined);
}

function isStop(first: string, more: string[]): boolean {
  const isOptOut = first === 'OPT' && more.includes('OUT');
  const isRemoval = removals.has(first) && more.some((word) => removed.has(word));
  if (!stops.has(first) && !isOptOut && !isRemoval) return false;
  const isOfTexts = more.some((word) => texts.has(word));
  const isMeant = (word: string) =>
    isObject(word) || stops.has(word) || word === first || (isOfTexts && gettings.has(word));
  return more.every(isMeant);
}
