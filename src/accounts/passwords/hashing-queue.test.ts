import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { ApiError } from '../../kit/api/failures/api-error.ts';
import { createHashingQueue, type HashingKind } from './hashing-queue.ts';

describe('queue', () => {
  let started: string[];
  let finish: (() => void)[];
  beforeEach(() => {
    started = [];
    finish = [];
  });

  const makeRun = (limits: Parameters<typeof createHashingQueue>[0]) => {
    const inTurn = createHashingQueue(limits);
    return (kind: HashingKind, owner: string) =>
      inTurn(kind, owner, async () => {
        started.push(owner);
        await new Promise<void>((resolve) => finish.push(resolve));
      });
  };
  const finishAll = async () => {
    await new Promise(setImmediate);
    for (; finish.length > 0; await new Promise(setImmediate)) finish.shift()?.();
  };
  const assertRefused = (work: Promise<unknown>) =>
    assert.rejects(work, (error: ApiError) => {
      assert.ok(error instanceof ApiError);
      assert.deepEqual([error.status, error.extras.retryAfter], [503, 2]);
      return true;
    });

  it('runs a few at once and the rest in turn by whom they belong to', async () => {
    const run = makeRun({ atOnce: 2, waiting: 10 });
    const all = ['a', 'a', 'a', 'a', 'b', 'c', 'c'].map((owner) => run('sign-in', owner));
    await new Promise(setImmediate);
    assert.deepEqual(started, ['a', 'a']);
    await finishAll();
    await Promise.all(all);
    assert.deepEqual(started, ['a', 'a', 'a', 'b', 'c', 'a', 'c']);
  });

  it('keeps a place for those who sign in', async () => {
    const run = makeRun({ atOnce: 2, waiting: 10 });
    const changes = ['new', 'new', 'new'].map((owner) => run('new-password', owner));
    await new Promise(setImmediate);
    assert.deepEqual(started, ['new']);
    const signIn = run('sign-in', 'owner');
    await new Promise(setImmediate);
    assert.deepEqual(started, ['new', 'owner']);
    await finishAll();
    await Promise.all([...changes, signIn]);
  });

  it('lets the kinds take turns, so that neither keeps the other waiting', async () => {
    const run = makeRun({ atOnce: 2, waiting: 10 });
    const kinds: HashingKind[] = ['sign-in', 'sign-in', 'sign-in', 'sign-in'];
    const all = kinds.map((kind) => run(kind, 'in'));
    all.push(run('new-password', 'new'), run('new-password', 'new'));
    await finishAll();
    await Promise.all(all);
    assert.deepEqual(started, ['in', 'in', 'new', 'in', 'new', 'in']);
  });

  it('refuses the last of the owner with most waiting when the queue is full', async () => {
    const run = makeRun({ atOnce: 2, waiting: 3 });
    const greedy = ['a', 'a', 'a', 'a', 'a'].map((owner) => run('sign-in', owner));
    await assertRefused(run('sign-in', 'a'));
    const refused = assertRefused(greedy[4] as Promise<void>);
    const other = run('sign-in', 'b');
    await refused;
    const ofOtherKind = run('new-password', 'a');
    await finishAll();
    await Promise.all([...greedy.slice(0, 4), other, ofOtherKind]);
  });

  it('gives a place on after a failure too', async () => {
    const inTurn = createHashingQueue({ atOnce: 2, waiting: 1 });
    const fail = () => inTurn('new-password', 'a', async () => assert.fail('as it should'));
    await assert.rejects(fail());
    await assert.rejects(fail());
    assert.equal(await inTurn('new-password', 'a', async () => 'well'), 'well');
  });
});
