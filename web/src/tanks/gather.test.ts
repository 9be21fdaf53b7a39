import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createGathering } from './gather.ts';

/** A gathering with a clock of its own; what was handed on, and when. */
function gatheringOf() {
  let now = 0;
  const due: { at: number; work: () => void }[] = [];
  const handed: { at: number; items: number[] }[] = [];
  const gathering = createGathering<number>(1000, (items) => handed.push({ at: now, items }), {
    now: () => now,
    later: (work, ms) => void due.push({ at: now + ms, work }),
  });
  const goTo = (until: number) => {
    for (let next = due[0]; next && next.at <= until; next = due[0]) {
      due.shift();
      now = next.at;
      next.work();
    }
    now = until;
  };
  return { gathering, handed, goTo };
}

describe('what comes one by one', () => {
  it('is handed on at once, and what follows soon together', () => {
    const { gathering, handed, goTo } = gatheringOf();
    for (const [at, item] of [
      [0, 1],
      [100, 2],
      [900, 3],
      [1000, 4],
      [5000, 5],
    ] as const) {
      goTo(at);
      gathering.add(item);
    }
    goTo(9000);
    assert.deepEqual(handed, [
      { at: 0, items: [1] },
      { at: 1000, items: [2, 3] },
      { at: 2000, items: [4] },
      { at: 5000, items: [5] },
    ]);
  });

  it('is handed on before something that needs it, and forgotten where that holds it', () => {
    const { gathering, handed, goTo } = gatheringOf();
    for (const item of [1, 2, 3]) gathering.add(item);
    gathering.flush();
    gathering.add(4);
    gathering.drop();
    goTo(5000);
    assert.deepEqual(
      handed.map(({ items }) => items),
      [[1], [2, 3]],
    );
  });

  it('comes whole and in order, within a second, and at most once a second', () => {
    const waits = fc.array(fc.integer({ min: 0, max: 2500 }), { maxLength: 40 });
    fc.assert(
      fc.property(waits, (waits) => {
        const { gathering, handed, goTo } = gatheringOf();
        const came: number[] = [];
        let now = 0;
        for (const [item, wait] of waits.entries()) {
          now += wait;
          goTo(now);
          came.push(now);
          gathering.add(item);
        }
        goTo(now + 1000);
        const items = handed.flatMap(({ at, items }) => items.map((item) => ({ item, at })));
        assert.deepEqual(
          items.map(({ item }) => item),
          waits.map((_, item) => item),
        );
        for (const { item, at } of items) assert.ok(at - (came[item] ?? 0) <= 1000);
        for (const [index, { at }] of handed.slice(1).entries()) {
          assert.ok(at - (handed[index]?.at ?? 0) >= 1000);
        }
      }),
    );
  });
});
