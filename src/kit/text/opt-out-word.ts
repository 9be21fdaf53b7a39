/** What Kenyan networks and handbooks of senders tell people to write, in English and Swahili. */
export const stopWords = [
  ...['STOP', 'STOP ALL', 'STOPALL', 'STOP SUB', 'STOPSUB', 'STOP SMS', 'STOP PROMO'],
  ...['UNSUB', 'UNSUBSCRIBE', 'OPT OUT', 'OPTOUT', 'END', 'QUIT', 'CANCEL', 'REVOKE', 'REMOVE'],
  ...['ACHA', 'ACHA KUTUMA', 'ACHENI', 'ACHENI KUTUMA', 'SITAKI', 'SIMAMISHA', 'ONDOA', 'NIONDOE'],
];
export const startWords = ['START', 'UNSTOP', 'OPT IN', 'OPTIN', 'SUBSCRIBE', 'ANZA'];

const words: ReadonlyMap<string, 'stop' | 'start'> = new Map([
  ...stopWords.map((word) => [word, 'stop'] as const),
  ...startWords.map((word) => [word, 'start'] as const),
]);

/** What may stand behind any of the words, and changes nothing of it. */
const objects = new Set(['ALL', 'SUB', 'SMS', 'PROMO', 'MESSAGES']);
/** Stands between a word and the sender that it is meant for. */
const towards = new Set(['TO', 'FROM', 'KWA', 'KUTOKA']);

/**
 * Reads a message from a phone that asks to stop promotional messages, or to resume them: one of the words above
 * in any case, wide and zero-width characters too, with any space and punctuation around and between, said more
 * than once, or with the sender that it is meant for. Any other word makes it a message like others.
 * @param to the sender that it was sent to.
 */
export function readOptOutWord(text: string, to = ''): 'stop' | 'start' | undefined {
  if (text.length > longest) return undefined;
  return readSaidMore(withoutSender(lettersOf(text), lettersOf(to)));
}

const longest = 100;

/** The words of a text, in capitals. */
function lettersOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{M}]+/gu, '')
    .toUpperCase()
    .split(/[\s\p{P}\p{S}\p{Cc}]+/u)
    .filter((word) => word !== '');
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
  return words.get([first, ...rest].join(' '));
}
