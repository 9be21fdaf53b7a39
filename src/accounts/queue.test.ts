import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError } from '../kit/api-error.ts';
import { createQueue } from './queue.ts';

describe('queue', () => {
  it('runs so many at once, keeps so many waiting in order, and refuses the rest', async () => {
    const takeTurn = createQueue(2, 3);
    const started: number[] = [];
    const finish: (() => void)[] = [];
    const run = (number: number) =>
      takeTurn(async () => {
        started.push(number);
        await new Promise<void>((resolve) => finish.push(resolve));
        return number;
      });

    const results = Promise.all([1, 2, 3, 4, 5].map(run));
    assert.deepEqual(started, [1, 2]);
    await assert.rejects(run(6), (error: ApiError) => {
      assert.ok(error instanceof ApiError);
      assert.deepEqual([error.status, error.extras.retryAfter], [503, 2]);
      return true;
    });
    while (finish.length > 0) {
      finish.shift()?.();
      await new Promise(setImmediate);
      assert.ok(finish.length <= 2);
    }
    assert.deepEqual(await results, [1, 2, 3, 4, 5]);
    assert.deepEqual(started, [1, 2, 3, 4, 5]);
  });

  it('gives a place on after a failure too', async () => {
    const takeTurn = createQueue(1, 1);
    const fail = () => takeTurn(async () => assert.fail('as it should'));
    await assert.rejects(fail());
    await assert.rejects(fail());
    assert.equal(await takeTurn(async () => 'well'), 'well');
  });
});
