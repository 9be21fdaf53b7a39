import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFewAtOnce } from './fair-turns.ts';

describe('few at once', () => {
  it('begin in the order of asking, never more than there are places', async () => {
    const inTurn = createFewAtOnce(2);
    const begun: number[] = [];
    const works = Array.from({ length: 6 }, () => Promise.withResolvers<number>());
    const results = works.map(({ promise }, index) =>
      inTurn(() => {
        begun.push(index);
        return promise;
      }),
    );
    await new Promise(setImmediate);
    assert.deepEqual(begun, [0, 1]);
    works[1]?.reject(new Error('went wrong'));
    await assert.rejects(results[1] ?? Promise.resolve(), /went wrong/);
    assert.deepEqual(begun, [0, 1, 2]);
    for (const [index, { resolve }] of works.entries()) resolve(index);
    const settled = await Promise.allSettled(results);
    assert.deepEqual(
      settled.map((each) => (each.status === 'fulfilled' ? each.value : 'failed')),
      [0, 'failed', 2, 3, 4, 5],
    );
  });

  it('leave out what nobody waits for any more, and go on behind it', async () => {
    const inTurn = createFewAtOnce(1);
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = inTurn(() => promise);
    const gone = new AbortController();
    let begun = 0;
    const left = inTurn(async () => begun++, gone.signal);
    const last = inTurn(async () => 'done');
    gone.abort(new Error('has left'));
    resolve();
    await first;
    await assert.rejects(left, /has left/);
    assert.deepEqual([await last, begun], ['done', 0]);
    await assert.rejects(
      inTurn(async () => begun++, gone.signal),
      /has left/,
    );
    assert.equal(begun, 0);
  });
});
