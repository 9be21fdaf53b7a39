import { septetsOf } from '../../../kit/text/gsm-alphabet.ts';
import { linesOf, type Message, titleOf } from '../message.ts';

/** Septets of one SMS in the GSM alphabet (3GPP TS 23.038). */
export const segment = 160;

/** A longer link would leave no room for what happened, and is left out. */
const longestLink = 100;

/** Writes a message in one segment: its most severe incident, the number of others, and the link. */
export function writeSms(message: Message, link: string | undefined): string {
  const [first = titleOf(message)] = linesOf(message);
  const others = message.items.length + message.more - 1;
  const more = others > 0 ? ` (+${others})` : '';
  const hasRoom = link !== undefined && sizeOf(toGsm(link)) <= longestLink;
  const end = hasRoom ? `${more} ${toGsm(link)}` : more;
  return cut(`Kisima: ${toGsm(first)}`, segment - sizeOf(end)) + end;
}

/** Writes letters without their accents where GSM lacks them, and `?` for other characters that it lacks. */
export function toGsm(text: string): string {
  return [...text]
    .map((character) => {
      if (isGsm(character)) return character;
      const plain = character.normalize('NFKD').replace(/\p{M}/gu, '');
      return plain !== '' && [...plain].every(isGsm) ? plain : '?';
    })
    .join('');
}

function isGsm(character: string): boolean {
  return character.length === 1 && septetsOf(character.charCodeAt(0)) > 0;
}

export function sizeOf(text: string): number {
  return [...text].reduce((size, character) => size + septetsOf(character.charCodeAt(0)), 0);
}

const ellipsis = '...';

export function cut(text: string, room: number): string {
  if (sizeOf(text) <= room) return text;
  let kept = text;
  while (kept !== '' && sizeOf(kept) > room - ellipsis.length) kept = kept.slice(0, -1);
  return kept.trimEnd() + ellipsis;
}
