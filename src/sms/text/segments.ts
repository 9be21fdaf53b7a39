import { septetsOf } from '../../kit/text/gsm-alphabet.ts';

export type Encoding = 'gsm7' | 'ucs2';

/** Capacity of a message that travels alone, and of one part of several: septets or UTF-16 units. */
export const capacity = {
  gsm7: { alone: 160, part: 153 },
  ucs2: { alone: 70, part: 67 },
} as const;

/**
 * Returns the encoding of a text: GSM 7 bit where all its characters are in that alphabet, else UCS-2.
 * `segments` is the number of parts that the splitter makes of it, `characters` are Unicode code points.
 */
export function encodingOf(text: string): {
  encoding: Encoding;
  segments: number;
  characters: number;
} {
  let septets = 0;
  for (let index = 0; index < text.length; index += 1) {
    const size = septetsOf(text.charCodeAt(index));
    if (size === 0) return ofUcs2(text);
    septets += size;
  }
  const segments = septets <= capacity.gsm7.alone ? 1 : countParts(text, 'gsm7');
  return { encoding: 'gsm7', segments, characters: text.length };
}

function ofUcs2(text: string) {
  let pairs = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (unitsAt(text, index) === 1) continue;
    pairs += 1;
    index += 1;
  }
  const segments = text.length <= capacity.ucs2.alone ? 1 : countParts(text, 'ucs2');
  return { encoding: 'ucs2' as const, segments, characters: text.length - pairs };
}

function countParts(text: string, encoding: Encoding): number {
  let parts = 0;
  forEachPart(text, encoding, capacity[encoding].part, () => {
    parts += 1;
  });
  return parts;
}

/**
 * Cuts a text into parts of at most `room` septets or units. Neither an escape and its character nor the
 * two halves of a surrogate pair come apart, so a part may end one short of its room.
 * @param take is called with each part's units `[from, until)` and its size in septets or units.
 */
export function forEachPart(
  text: string,
  encoding: Encoding,
  room: number,
  take: (from: number, until: number, size: number) => void,
): void {
  let from = 0;
  let used = 0;
  let index = 0;
  while (index < text.length) {
    const units = encoding === 'ucs2' ? unitsAt(text, index) : 1;
    const size = encoding === 'ucs2' ? units : septetsOf(text.charCodeAt(index));
    if (used + size > room) {
      take(from, index, used);
      from = index;
      used = 0;
    }
    used += size;
    index += units;
  }
  take(from, text.length, used);
}

/** 2 where a surrogate pair begins at `index`, else 1; half a pair stands for itself. */
function unitsAt(text: string, index: number): 1 | 2 {
  const isPair = isHigh(text.charCodeAt(index)) && isLow(text.charCodeAt(index + 1));
  return isPair ? 2 : 1;
}

const isHigh = (unit: number) => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number) => unit >= 0xdc00 && unit < 0xe000;
