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
 * Whether a message from a phone asks for an end of promotional messages (STOP, STOP ALL, UNSUBSCRIBE,
 * CANCEL, Swahili ACHA and ACHA KUTUMA) or for more of them (START, ANZA): these words alone, in any
 * case, whatever space and punctuation stands around and between them.
 */
export function readOptOutWord(text: string): 'stop' | 'start' | undefined {
  const letters = text.replace(/[\s\p{P}\p{S}]+/gu, ' ').trim();
  return words.get(letters.toUpperCase());
}
