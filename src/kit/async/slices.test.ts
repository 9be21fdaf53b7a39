import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { inSlices } from './slices.ts';

describe('work in slices', () => {
  it('takes every item once, in order', async () => {
    const taken: [string, number][] = [];
    await inSlices('abc', (item, at) => taken.push([item, at]));
    assert.deepEqual(taken, [
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ]);
  });

  it('lets others on after each slice, one piece of work a turn', async () => {
    let turn = 0;
    let now = 0;
    const seen: [string, number][] = [];
    const work = (name: string) =>
      inSlices(
        Array.from({ length: 3 }),
        () => {
          now += 10;
          seen.push([name, turn]);
        },
        () => now,
      );
    const all = Promise.all([work('a'), work('b')]);
    for (let passed = 0; passed < 8; passed += 1) {
      await setImmediate();
      turn += 1;
    }
    await all;
    const later = seen.slice(2);
    const turns = later.map(([, at]) => at);
    assert.equal(new Set(turns).size, later.length, JSON.stringify(seen));
    assert.deepEqual(
      later.map(([name]) => name),
      ['a', 'b', 'a', 'b'],
    );
  });

  it('fails with what an item fails with', async () => {
    const fail = () => {
      throw new Error('no');
    };
    await assert.rejects(inSlices([1], fail), /no/);
  });
});
