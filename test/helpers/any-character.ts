import fc from 'fast-check';

const firstHalf = 0xd800;
const halves = 0x800;
const characters = 0x110000 - halves;

/**
 * Any character of Unicode, half ones left out: the same as the unit `binary` of fast-check, which keeps a
 * map of all 1.1 million, for its way back, in every process that uses it.
 */
export const anyCharacter = fc.nat({ max: characters - 1 }).map(toCharacter, toIndex);

function toCharacter(index: number): string {
  return String.fromCodePoint(index < firstHalf ? index : index + halves);
}

/** @throws Error where it is not one character, which tells fast-check that it is none of ours. */
function toIndex(text: unknown): number {
  const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
  if (point === undefined || text !== String.fromCodePoint(point)) throw new Error('no character');
  if (point < firstHalf) return point;
  if (point < firstHalf + halves) throw new Error('half a character');
  return point - halves;
}
