/** Bounds of a JSON text. */
export type JsonBounds = { values: number; depth: number };

const quote = 0x22;
const comma = 0x2c;
const openList = 0x5b;
const backslash = 0x5c;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** A list of a JSON text that is long: it stands between two places, and is cut at some of its commas. */
export type LongList = { from: number; until: number; cuts: number[] };

export type JsonScan = {
  broken: keyof JsonBounds | undefined;
  /** Of the lists that are the text itself, or a member of it, those that are longer than a piece. */
  lists: LongList[];
};

/** Characters between two cuts of a long list: a fraction of a millisecond to parse. */
const pieceLength = 65_536;
/** Places that are looked at between two pauses. */
const placesAtOnce = 20_000;

/**
 * Finds the bound that a JSON text exceeds before it is parsed, which takes twenty times as long and memory
 * for each value: `[[[[…` and `{"a":{},"b":{},…` are small texts and large trees. Values are those of lists
 * and objects; for a text that is no JSON the result is arbitrary.
 */
export function boundBroken(text: string, most: JsonBounds): keyof JsonBounds | undefined {
  const found: JsonScan = { broken: undefined, lists: [] };
  for (const _ of scanJson(text, most, found));
  return found.broken;
}

/** Looks through a text as `boundBroken` does, and at its long lists too; what it yields is a pause. */
export function* scanJson(
  text: string,
  most: JsonBounds,
  found: JsonScan,
  piece = pieceLength,
): Generator<undefined> {
  let values = 1;
  let strings = 0;
  let depth = 0;
  let looked = 0;
  let list: (LongList & { depth: number; last: number }) | undefined;
  const isObject = /^\s*\{/.test(text);
  for (let at = 0; at < text.length; at += 1) {
    looked += 1;
    if (looked % placesAtOnce === 0) yield;
    switch (text.charCodeAt(at)) {
      case quote:
        do {
          at = text.indexOf('"', at + 1);
          looked += 1;
          if (looked % placesAtOnce === 0) yield;
        } while (at >= 0 && isEscaped(text, at));
        if (at < 0) return;
        strings += 1;
        // Each value has at most one name; more of them are no JSON.
        if (strings > 2 * most.values) found.broken = 'values';
        break;
      case openList:
      case openObject:
        values += 1;
        depth += 1;
        if (depth > most.depth) found.broken = 'depth';
        else if (values > most.values) found.broken = 'values';
        if (text.charCodeAt(at) === openList && depth === (isObject ? 2 : 1)) {
          list = { from: at + 1, until: at + 1, cuts: [], depth, last: at + 1 };
        }
        break;
      case closeList:
      case closeObject:
        if (list?.depth === depth) {
          list.until = at;
          if (list.cuts.length > 0) found.lists.push(list);
          list = undefined;
        }
        depth -= 1;
        break;
      case comma:
        values += 1;
        if (values > most.values) found.broken = 'values';
        if (list?.depth === depth && at - list.last >= piece) {
          list.cuts.push(at);
          list.last = at;
        }
    }
    if (found.broken !== undefined) return;
  }
}

/** True if an odd number of backslashes precedes a quote. */
function isEscaped(text: string, place: number): boolean {
  let before = place;
  while (text.charCodeAt(before - 1) === backslash) before -= 1;
  return (place - before) % 2 === 1;
}
