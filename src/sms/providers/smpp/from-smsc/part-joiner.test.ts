import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createTestTimers } from '../../../../../test/helpers/server/test-timers.ts';
import { splitIntoParts } from '../../../text/split-into-parts.ts';
import { decodeText } from './inbound-text.ts';
import { PartJoiner, type Piece } from './part-joiner.ts';

function createJoiner(onWhole: () => Promise<void> = async () => {}) {
  const timers = createTestTimers();
  const texts: string[] = [];
  const incomplete: [number, unknown][] = [];
  const joiner = new PartJoiner({
    timers,
    decode: (octets, dataCoding) => decodeText(octets, dataCoding, 'gsm'),
    onWhole: async ({ text }) => {
      await onWhole();
      texts.push(text);
    },
    onIncomplete: (missing, error) => incomplete.push([missing, error]),
  });
  return { timers, texts, incomplete, joiner };
}

const pieceOf = (
  number: number,
  total: number,
  text: string,
  fields: Partial<Piece> = {},
): Piece => ({
  from: '254712345678',
  to: '22384',
  dataCoding: 3,
  octets: Buffer.from(text, 'latin1'),
  place: { reference: 1, total, number },
  ...fields,
});

describe('joining the parts of a message', () => {
  it('gives back what was split, whatever the order and however often a part comes', async () => {
    const long = fc
      .string({ unit: fc.constantFrom('a', '€', 'ш', '😀'), minLength: 161, maxLength: 400 })
      .filter((text) => splitIntoParts(text).parts.length > 1);
    await fc.assert(
      fc.asyncProperty(long, fc.infiniteStream(fc.nat()), async (text, random) => {
        const { encoding, parts } = splitIntoParts(text);
        const pieces = parts.map((octets, index) => ({
          ...pieceOf(index + 1, parts.length, ''),
          octets,
          dataCoding: encoding === 'gsm7' ? 0 : 8,
        }));
        const { joiner, texts } = createJoiner();
        const rank = () => random.next().value ?? 0;
        const sorted = pieces
          .slice(1)
          .concat(pieces.slice(0, -1))
          .map((piece) => ({ piece, rank: rank() }))
          .sort((a, b) => a.rank - b.rank);
        const first = new Set<number>();
        const adds: Promise<void>[] = [];
        for (const { piece } of sorted) {
          first.add(piece.place.number);
          adds.push(joiner.add(piece));
          if (first.size === parts.length) break;
        }
        await Promise.all(adds);
        assert.deepEqual(texts, [text]);
      }),
    );
  });

  it('keeps messages apart by who wrote to whom, and by reference', async () => {
    const { joiner, texts } = createJoiner();
    const kinds: Partial<Piece>[] = [
      {},
      { from: '254712345679' },
      { to: '22385' },
      { place: { reference: 2, total: 2, number: 1 } },
    ];
    const adds = kinds.map((fields, index) => joiner.add(pieceOf(1, 2, `${index}`, fields)));
    for (const fields of kinds) {
      const { place } = fields;
      adds.push(
        joiner.add(
          pieceOf(2, 2, '!', { ...fields, ...(place && { place: { ...place, number: 2 } }) }),
        ),
      );
    }
    await Promise.all(adds);
    assert.deepEqual(texts, ['0!', '1!', '2!', '3!']);
  });

  it('confirms a part after a second, for the sake of an SMSC that waits for that', async () => {
    const { joiner, timers, texts } = createJoiner();
    const first = joiner.add(pieceOf(1, 2, 'a'));
    timers.advance(1000);
    await first;
    await joiner.add(pieceOf(2, 2, 'b'));
    assert.deepEqual(texts, ['ab']);
  });

  it('passes on what there is after five minutes, with a mark where parts are missing', async () => {
    const { joiner, timers, texts, incomplete } = createJoiner();
    const adds = [3, 4, 6].map((number) => joiner.add(pieceOf(number, 7, `<${number}>`)));
    timers.advance(5 * 60_000);
    await Promise.all(adds);
    await joiner.stop();
    assert.deepEqual(texts, ['[…]<3><4>[…]<6>[…]']);
    assert.deepEqual(incomplete, [[4, undefined]]);
  });

  it('asks for parts again when the whole could not be stored', async () => {
    let isFull = true;
    const { joiner, texts } = createJoiner(async () => {
      if (isFull) throw new Error('disk full');
    });
    const adds = [joiner.add(pieceOf(1, 2, 'a')), joiner.add(pieceOf(2, 2, 'b'))];
    for (const add of adds) await assert.rejects(add, /disk full/);
    isFull = false;
    await joiner.add(pieceOf(2, 2, 'b'));
    assert.deepEqual(texts, ['ab']);
  });

  it('stores a whole once, though a part comes again meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { joiner, texts } = createJoiner(() => promise);
    const adds = [1, 2, 2, 1].map((number) => joiner.add(pieceOf(number, 2, `${number}`)));
    resolve();
    await Promise.all(adds);
    assert.deepEqual(texts, ['12']);
  });

  it('drops parts that come again after the message was passed on', async () => {
    const { joiner, texts, timers, incomplete } = createJoiner();
    await Promise.all([joiner.add(pieceOf(1, 2, 'a')), joiner.add(pieceOf(2, 2, 'b'))]);
    const again = joiner.add(pieceOf(2, 2, 'b'));
    timers.advance(1000);
    await again;
    timers.advance(5 * 60_000);
    await joiner.stop();
    assert.deepEqual([texts, incomplete], [['ab'], []]);
  });

  it('passes on another message of the same reference, also where a part is alike', async () => {
    const { joiner, texts } = createJoiner();
    await Promise.all([joiner.add(pieceOf(1, 2, 'a')), joiner.add(pieceOf(2, 2, 'b'))]);
    await Promise.all([joiner.add(pieceOf(1, 2, 'a')), joiner.add(pieceOf(2, 2, 'c'))]);
    assert.deepEqual(texts, ['ab', 'ac']);
  });

  it('says so where what there is could not be stored either', async () => {
    const { joiner, incomplete } = createJoiner(async () => {
      throw new Error('disk full');
    });
    const add = joiner.add(pieceOf(1, 2, 'a'));
    await joiner.stop();
    await add;
    const [[missing, error] = []] = incomplete;
    assert.equal(missing, 1);
    assert.match(String(error), /disk full/);
  });

  it('waits for a thousand messages at most, and passes on the oldest', async () => {
    const { joiner, texts } = createJoiner();
    const adds = Array.from({ length: 1001 }, (_, index) =>
      joiner.add(pieceOf(1, 2, `${index}`, { from: `${index}` })),
    );
    await adds[0];
    assert.deepEqual(texts, ['0[…]']);
    await joiner.stop();
    await Promise.all(adds);
    assert.equal(texts.length, 1001);
  });
});
