import { septetsOf } from '../../kit/text/gsm-alphabet.ts';
import { encodingOf } from './segments.ts';

/** Characters that word processors and phones put in by themselves, by what GSM 7 bit has for them. */
const twinsOf: Record<string, string> = {
  "'": '‘’‚‛′ʼ´`',
  '"': '“”„‟″«»',
  '-': '‐‑‒–—―−',
  '...': '…',
  '*': '•',
  '\n': '\u0085\u2028\u2029',
  ' ': '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
  '': '\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u2060\u2066\u2067\u2068\u2069\ufeff\ufe0e',
};

const twins = new Map(
  Object.entries(twinsOf).flatMap(([twin, characters]) =>
    [...characters].map((character) => [character, twin] as const),
  ),
);

/**
 * A text in the GSM 7 bit alphabet, its curly quotes, dashes, blanks and ends of lines replaced by their twins, and its
 * accents joined with their letters.
 * @returns undefined where it has other characters that need UCS-2: then nothing is gained.
 */
export function gsmTwin(text: string): string | undefined {
  let twin = '';
  // Macs write é as e and an accent.
  for (const character of text.normalize('NFC')) {
    const own = character.length === 1 && septetsOf(character.charCodeAt(0)) > 0;
    const other = own ? character : twins.get(character);
    if (other === undefined) return undefined;
    twin += other;
  }
  return twin;
}

/** The encoding of a text as it goes out: of its twin where that is wanted, and is GSM 7 bit. */
export function encodingToSend(text: string, isSmart: boolean): ReturnType<typeof encodingOf> {
  const form = encodingOf(text);
  if (!isSmart || form.encoding === 'gsm7') return form;
  const twin = gsmTwin(text);
  return twin === undefined ? form : encodingOf(twin);
}

/** A text as it goes out: one that was accepted as GSM 7 bit and is none goes by its twin. */
export function textToSend(text: string, encoding: string): string {
  if (encoding !== 'gsm7' || encodingOf(text).encoding === 'gsm7') return text;
  return gsmTwin(text) ?? text;
}

export type SmartEncoding = {
  applied: boolean;
  replaced: { from: string; to: string }[];
  segments_saved: number;
};

/** What smart encoding does to a text, or would do; undefined where it changes nothing. */
export function describeSmartEncoding(text: string, applied: boolean): SmartEncoding | undefined {
  const plain = encodingOf(text);
  const twin = plain.encoding === 'gsm7' ? undefined : gsmTwin(text);
  if (twin === undefined) return undefined;
  const replaced = [...new Set(text)]
    .filter((character) => twins.has(character) && septetsOf(character.charCodeAt(0)) === 0)
    .map((from) => ({ from, to: twins.get(from) ?? '' }));
  return { applied, replaced, segments_saved: plain.segments - encodingOf(twin).segments };
}
