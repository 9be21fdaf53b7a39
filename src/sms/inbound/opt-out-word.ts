const words = new Map([
  ['STOP', 'stop'],
  ['ACHA', 'stop'],
  ['START', 'start'],
  ['ANZA', 'start'],
] as const);

const word = /^\s*(\p{L}+)[\s\p{P}\p{S}]*$/u;

/**
 * Whether a message from a phone asks for an end of promotional messages (STOP, Swahili ACHA) or for
 * more of them (START, ANZA): the word alone, in any case, whatever punctuation follows it.
 */
export function readOptOutWord(text: string): 'stop' | 'start' | undefined {
  const [, letters = ''] = word.exec(text) ?? [];
  return (words as ReadonlyMap<string, 'stop' | 'start'>).get(letters.toUpperCase());
}
