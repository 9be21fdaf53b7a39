import { septetsOf } from '../../../../src/kit/text/gsm-alphabet.ts';
import { capacity, type encodingOf, forEachPart } from '../../../../src/sms/text/segments.ts';
import { encodingToSend, textToSend } from '../../../../src/sms/text/smart-encoding.ts';

/** The longest message in characters, and the most parts, that the server takes (docs/api/sms.md). */
export const longestMessage = 918;
export const mostSegments = 6;

export type TextSize = ReturnType<typeof encodingOf> & {
  /** Room left in the last part, in characters of the alphabet. */
  left: number;
  /** Characters outside the GSM alphabet, each once. */
  unusual: string[];
  isTooLong: boolean;
};

/** @param isSmart the account has what word processors put in replaced, where that saves room. */
export function textSize(typed: string, isSmart: boolean): TextSize {
  const size = encodingToSend(typed, isSmart);
  const text = textToSend(typed, size.encoding);
  const { encoding, segments, characters } = size;
  const { alone, part } = capacity[encoding];
  const room = segments === 1 ? alone : part;
  let last = 0;
  forEachPart(text, encoding, room, (_from, _until, used) => {
    last = used;
  });
  return {
    ...size,
    left: room - last,
    unusual: encoding === 'gsm7' ? [] : unusualIn(text),
    isTooLong: characters > longestMessage || segments > mostSegments,
  };
}

function unusualIn(text: string): string[] {
  const found = [...text].filter((each) => each.length > 1 || septetsOf(each.charCodeAt(0)) === 0);
  return [...new Set(found)];
}
