import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type JsonScan, scanJson } from './json-size.ts';
import { parseInSlices } from './parse-in-slices.ts';

const most = { values: Number.POSITIVE_INFINITY, depth: 32 };

async function read(text: string, pieceLength: number): Promise<unknown> {
  const found: JsonScan = { broken: undefined, lists: [] };
  for (const _ of scanJson(text, most, found, pieceLength));
  return await parseInSlices(text, found.lists, (piece) => JSON.parse(piece));
}

const word = fc.string({ unit: fc.constantFrom(...'a ,[]{}"\\\n') });
const entry = fc.oneof(word, fc.integer(), fc.array(word), fc.record({ to: word, text: word }));
const root = fc.oneof(fc.array(entry), fc.dictionary(word, fc.oneof(fc.array(entry), entry)), word);
const pieceLengths = fc.integer({ min: 1, max: 40 });

describe('a JSON text that is parsed piece by piece', () => {
  it('is what it is in one go', async () => {
    await fc.assert(
      fc.asyncProperty(root, fc.constantFrom(0, 1), pieceLengths, async (value, indent, length) => {
        const text = JSON.stringify(value, null, indent);
        assert.deepEqual(await read(text, length), JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it('is refused where it is no JSON, and only there', async () => {
    const change = fc.record({ at: fc.nat(), gone: fc.nat({ max: 2 }), put: word });
    await fc.assert(
      fc.asyncProperty(root, change, pieceLengths, async (value, { at, gone, put }, length) => {
        const text = JSON.stringify(value);
        const place = at % (text.length + 1);
        const changed = text.slice(0, place) + put + text.slice(place + gone);
        let whole: { value: unknown } | undefined;
        try {
          whole = { value: JSON.parse(changed) };
        } catch {}
        if (whole) assert.deepEqual(await read(changed, length), whole.value);
        else await assert.rejects(read(changed, length), SyntaxError, changed);
      }),
      { numRuns: 2000 },
    );
    for (const text of ['[1,2,]', '[,1]', '[1,,2]', '{"a":[1,2,]}', '{"a":[1,2}', '[1,2']) {
      await assert.rejects(read(text, 1), SyntaxError, text);
    }
  });
});
