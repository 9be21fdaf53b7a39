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

function setOf(written: string): ReadonlySet<string> {
  return new Set(written.split(' '));
}

/** What may stand behind any of the words, and changes nothing of it. */
const objects = setOf('ALL SUB SMS PROMO MESSAGES');
/** What may stand around the words of a stop as well: to resume, nobody is polite. */
const courtesies = setOf('PLEASE PLS PLZ KINDLY TAFADHALI NOW SASA KABISA TENA THANKS ASANTE');
const objectsOfStop = setOf(
  'PROMOS PROMOTION PROMOTIONS MESSAGE MSG MSGS TEXT TEXTS TEXTING SENDING ADS ADVERTS MARKETING SPAM ' +
    'SERVICE SUBSCRIPTION ME MY NUMBER IT THIS ' +
    'UJUMBE JUMBE MESEJI MIMI NAMBA NAMBARI YANGU YENU WENU WAKO ZENU HII HIZI ' +
    'KUTUMA KUNITUMIA MATANGAZO',
);
/** Stands between a word and the sender that it is meant for. */
const towards = new Set(['TO', 'FROM', 'KWA', 'KUTOKA']);

/**
 * Reads a message from a phone that asks to stop promotional messages, or to resume them: one of the words above
 * in any case, wide and zero-width characters too, with any space and punctuation around and between, said more
 * than once, or with the sender that it is meant for. A stop may be polite, and say what is to stop. Any other word
 * makes it a message like others.
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
  const [first = '', ...more] = withoutCourtesies(lettersOf(said));
  const word = words.get(first);
  const isTowards = more.length > 1 && towards.has(more[0] ?? '');
  const name = more.slice(isTowards ? 1 : 0).join(' ');
  return word === undefined || name === '' ? undefined : { word, name };
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

function withoutSender(letters: string[], sender: string[]): string[] {
  const rest = letters.slice(0, Math.max(0, letters.length - sender.length));
  const isNamed = sender.length > 0 && letters.slice(rest.length).join() === sender.join();
  if (!isNamed) return letters;
  return towards.has(rest.at(-1) ?? '') ? rest.slice(0, -1) : rest;
}

/** One of the words, more than once, or with what it is about. */
function readSaidMore([first = '', ...more]: string[]): 'stop' | 'start' | undefined {
  const rest = more.filter((word) => word !== first && !objects.has(word));
  const word = words.get([first, ...rest].join(' '));
  if (word !== undefined) return word;
  const isAbout = (each: string) => objectsOfStop.has(each) || courtesies.has(each);
  const stop = words.get([first, ...rest.filter((each) => !isAbout(each))].join(' '));
  return stop === 'stop' ? stop : undefined;
}
