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

/**
 * Reads a message from a phone that asks to stop promotional messages, or to resume them: the words above
 * alone, in any case, with any space and punctuation around and between them.
 */
export function readOptOutWord(text: string): 'stop' | 'start' | undefined {
  const letters = text.replace(/[\s\p{P}\p{S}]+/gu, ' ').trim();
  return words.get(letters.toUpperCase());
}
