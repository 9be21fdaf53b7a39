const words: ReadonlyMap<string, 'stop' | 'start'> = new Map([
  ['STOP', 'stop'],
  ['STOP ALL', 'stop'],
  ['STOPALL', 'stop'],
  ['UNSUBSCRIBE', 'stop'],
  ['CANCEL', 'stop'],
  ['ACHA', 'stop'],
  ['ACHA KUTUMA', 'stop'],
  ['START', 'start'],
  ['ANZA', 'start'],
]);

/**
 * Reads a message from a phone that asks to stop promotional messages (STOP, STOP ALL, UNSUBSCRIBE, CANCEL,
 * Swahili ACHA and ACHA KUTUMA) or to resume them (START, ANZA): these words alone, in any case, with any
 * space and punctuation around and between them.
 */
export function readOptOutWord(text: string): 'stop' | 'start' | undefined {
  const letters = text.replace(/[\s\p{P}\p{S}]+/gu, ' ').trim();
  return words.get(letters.toUpperCase());
}
