import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Histogram, Registry } from 'prom-client';
import { SeriesHistogram } from './series-histogram.ts';

const options = {
  name: 'seconds',
  help: 'How long it took.',
  labelNames: ['route', 'status'] as const,
  buckets: [0.001, 0.01, 0.1, 1],
};

describe('a histogram by series', () => {
  it("exposes what prom-client's own would of the same values", async () => {
    const observations = fc.array(
      fc.record({
        route: fc.constantFrom('/a', '/b?action=c', 'say "hi"'),
        status: fc.constantFrom(200, 404),
        // A bound belongs to its own bucket.
        value: fc.oneof(fc.constantFrom(...options.buckets), fc.constantFrom(0, 2 ** -9, 0.5, 64)),
      }),
    );
    await fc.assert(
      fc.asyncProperty(observations, async (values) => {
        const registry = new Registry();
        const ours = new SeriesHistogram(options).register(registry);
        const theirs = new Histogram({ ...options, registers: [] });
        for (const { value, ...labels } of values) {
          ours.observerOf(labels)(value);
          theirs.observe(labels, value);
        }
        const expected = new Registry();
        expected.registerMetric(theirs);
        assert.equal(await registry.metrics(), await expected.metrics());
      }),
    );
  });

  it('begins anew after a reset', async () => {
    const histogram = new SeriesHistogram(options);
    const observe = histogram.observerOf({ route: '/a', status: 200 });
    const exposed = async () => (await histogram.get()).values.map(({ value }) => value);
    observe(1);
    assert.deepEqual(await exposed(), [0, 0, 0, 1, 1, 1, 1]);
    histogram.reset();
    assert.deepEqual(await exposed(), [0, 0, 0, 0, 0, 0, 0]);
    observe(0.01);
    assert.deepEqual(await exposed(), [0, 1, 1, 1, 1, 0.01, 1]);
  });
});
