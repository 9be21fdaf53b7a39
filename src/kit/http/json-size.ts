/** Bounds of a JSON text. */
export type JsonBounds = { values: number; depth: number };

const quote = 0x22;
const comma = 0x2c;
const openList = 0x5b;
const backslash = 0x5c;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/**
 * Finds the bound that a JSON text exceeds before it is parsed, which takes twenty times as long and memory
 * for each value: `[[[[…` and `{"a":{},"b":{},…` are small texts and large trees. Values are those of lists
 * and objects; for a text that is no JSON the result is arbitrary.
 */
export function boundBroken(text: string, most: JsonBounds): keyof JsonBounds | undefined {
  let values = 1;
  let strings = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at);
        strings += 1;
        // Each value has at most one name; more of them are no JSON.
        if (strings > 2 * most.values) return 'values';
        break;
      case openList:
      case openObject:
        values += 1;
        depth += 1;
        if (depth > most.depth) return 'depth';
        if (values > most.values) return 'values';
        break;
      case closeList:
      case closeObject:
        depth -= 1;
        break;
      case comma:
        values += 1;
        if (values > most.values) return 'values';
    }
  }
  return undefined;
}

/** Position of the closing quote of the string that begins at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  let end = start;
  do {
    end = text.indexOf('"', end + 1);
  } while (end >= 0 && isEscaped(text, end));
  return end < 0 ? text.length : end;
}

/** True if an odd number of backslashes precedes a quote. */
function isEscaped(text: string, place: number): boolean {
  let before = place;
  while (text.charCodeAt(before - 1) === backslash) before -= 1;
  return (place - before) % 2 === 1;
}
