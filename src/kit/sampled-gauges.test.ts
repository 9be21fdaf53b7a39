import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { addSampledGauges } from './sampled-gauges.ts';

describe('gauges that are read when Prometheus asks', () => {
  it('are read together, once in ten seconds, and missing while they cannot be read', async () => {
    const registry = new Registry();
    let [at, reads, isAway] = [0, 0, false];
    addSampledGauges({
      registry,
      help: { waiting: 'How many wait.', oldest_seconds: 'How long the oldest has.' },
      now: () => at,
      read: async () => {
        reads += 1;
        if (isAway) throw new Error('away');
        return { waiting: reads, oldest_seconds: reads > 1 ? 60 : undefined };
      },
    });
    const figures = async () =>
      (await registry.metrics()).split('\n').filter((line) => line && !line.startsWith('#'));
    assert.deepEqual(await figures(), ['waiting 1']);
    at += 9_999;
    assert.deepEqual(await figures(), ['waiting 1']);
    at += 1;
    assert.deepEqual(await figures(), ['waiting 2', 'oldest_seconds 60']);
    [at, isAway] = [at + 10_000, true];
    assert.deepEqual(await figures(), []);
    assert.equal(reads, 3);
  });

  it('are not read again before the reading that was begun has ended', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const registry = new Registry();
    const { promise, resolve } = Promise.withResolvers<{ waiting: number }>();
    let [at, reads] = [0, 0];
    addSampledGauges({
      registry,
      help: { waiting: 'How many wait.' },
      now: () => at,
      read: () => {
        reads += 1;
        return promise;
      },
    });
    /** Asks, waits as long as one waits for storage, and asks again ten seconds after that. */
    const figures = async () => {
      const answer = registry.metrics();
      await setImmediate();
      t.mock.timers.tick(2000);
      at += 12_000;
      return (await answer).split('\n').filter((line) => line && !line.startsWith('#'));
    };
    assert.deepEqual(await figures(), []);
    assert.deepEqual(await figures(), []);
    assert.equal(reads, 1);
    resolve({ waiting: 3 });
    await setImmediate();
    assert.deepEqual(await figures(), ['waiting 3']);
    assert.equal(reads, 2);
  });
});
