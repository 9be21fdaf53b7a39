import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { TurnLine } from './turn-line.ts';

type Item = { account: number; isAwaited: boolean; index: number };

const item = fc.record({ account: fc.nat(4), isAwaited: fc.boolean() });
const items = fc
  .array(item, { maxLength: 80 })
  .map((all): Item[] => all.map((each, index) => ({ ...each, index })));

function drain(line: TurnLine<Item>): Item[] {
  const out: Item[] = [];
  for (let first = line.first; first; first = line.first) {
    out.push(first);
    line.removeFirst();
  }
  return out;
}

describe('the line of what waits for its turn', () => {
  it('brings everything out once, that of an account and kind in its order', () => {
    fc.assert(
      fc.property(items, (all) => {
        const line = new TurnLine<Item>();
        for (const each of all) line.add(each);
        assert.equal(line.size, all.length);
        const out = drain(line);
        assert.equal(line.size, 0);
        assert.deepEqual(
          out.toSorted((a, b) => a.index - b.index),
          all,
        );
        const byKind = Map.groupBy(out, ({ account, isAwaited }) => `${account} ${isAwaited}`);
        for (const theirs of byKind.values()) {
          assert.deepEqual(
            theirs,
            theirs.toSorted((a, b) => a.index - b.index),
          );
        }
      }),
    );
  });

  it('lets nobody wait for more than one turn of each other account and the tenths of bulk', () => {
    fc.assert(
      fc.property(items, (all) => {
        const line = new TurnLine<Item>();
        for (const each of all) line.add(each);
        const out = drain(line);
        const accounts = new Set(all.map(({ account }) => account)).size;
        for (const account of new Set(all.map((each) => each.account))) {
          const at = out.flatMap((each, place) =>
            each.isAwaited && each.account === account ? [place] : [],
          );
          at.forEach((place, nth) => {
            const most = (nth + 1) * accounts;
            assert.ok(place < most + Math.ceil(most / 9), `${place} of the ${nth}th`);
          });
        }
      }),
    );
  });

  it('gives bulk every tenth turn while single sends wait without end', () => {
    const line = new TurnLine<Item>();
    for (let index = 0; index < 300; index += 1) {
      line.add({ account: index % 3, isAwaited: index % 2 === 0, index });
    }
    const kinds = drain(line)
      .slice(0, 160)
      .map(({ isAwaited }) => (isAwaited ? 's' : 'b'))
      .join('');
    assert.equal(kinds, 'sssssssssb'.repeat(16));
  });

  it('takes what had its turn in vain before its like, and what is urgent before all', () => {
    const line = new TurnLine<Item>();
    const make = (index: number, isAwaited: boolean) => ({ account: index, isAwaited, index });
    for (const each of [make(1, true), make(2, false), make(3, true)]) line.add(each);
    line.putBack(make(4, false));
    line.putBack(make(5, true));
    line.putBack(make(6, false), true);
    assert.deepEqual(
      line.remove(({ index }) => index === 3).map(({ index }) => index),
      [3],
    );
    assert.equal(line.patient, 2);
    assert.deepEqual(
      drain(line).map(({ index }) => index),
      [6, 5, 1, 4, 2],
    );
  });
});
