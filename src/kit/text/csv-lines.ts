/** A line by its number from 1, and its position in the text. */
export type Span = { at: number; from: number; until: number };

const newline = 10;
const carriageReturn = 13;

/** Finds the lines with content, one when it is taken; they end in any of the three ways. */
export function* findLines(text: string, start: { at: number; from: number }): Generator<Span> {
  const { length } = text;
  const endOfLine = endsIn(text);
  for (let { at, from } = start; from < length; at += 1) {
    let until = from;
    let code = text.charCodeAt(until);
    while (blanks[code] === 1) {
      until += 1;
      code = until < length ? text.charCodeAt(until) : newline;
    }
    if (code !== newline && code !== carriageReturn) {
      until = endOfLine(until);
      code = until < length ? text.charCodeAt(until) : newline;
      yield { at, from, until };
    }
    const isPair = code === carriageReturn && text.charCodeAt(until + 1) === newline;
    from = until + (isPair ? 2 : 1);
  }
}

/** Finds the end of the line at a position; positions are asked for in their order. */
function endsIn(text: string): (place: number) => number {
  const next = (mark: string, place: number) => {
    const found = text.indexOf(mark, place);
    return found < 0 ? text.length : found;
  };
  // A file has one of the two, and is searched for the other once.
  let feed = -1;
  let carriage = -1;
  return (place) => {
    if (feed < place) feed = next('\n', place);
    if (carriage < place) carriage = next('\r', place);
    return Math.min(feed, carriage);
  };
}

/** By character code: 1 if it may be in an empty line, a blank of any kind, a delimiter of cells, or the end of DOS. */
const blanks = new Uint8Array(65_536);
for (const blank of ' ,;|"\t\v\f\0\x1a\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff') {
  blanks[blank.charCodeAt(0)] = 1;
}
blanks.fill(1, 0x2000, 0x2010);
