import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { bucketOf, divideTime, keepsEnds, thinLevels } from './thin-levels.ts';

type Reading = { at: number; level: number };

/** Readings in the order of time: few levels, so that there are ties, and gaps of any length. */
const series: fc.Arbitrary<Reading[]> = fc
  .array(
    fc.record({
      gap: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 1e7 })),
      level: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.double({ min: 0, max: 100, noNaN: true })),
    }),
    { minLength: 1, maxLength: 300 },
  )
  .map((steps) => {
    let at = 1.7e12;
    return steps.map(({ gap, level }) => {
      at += gap;
      return { at, level };
    });
  });
const points = fc.integer({ min: 2, max: 100 });

const flat = (readings: readonly Reading[]) => readings.flatMap(({ at, level }) => [at, level]);
const unflat = (levels: ArrayLike<number>): Reading[] =>
  Array.from({ length: levels.length / 2 }, (_, index) => ({
    at: levels[index * 2] ?? Number.NaN,
    level: levels[index * 2 + 1] ?? Number.NaN,
  }));
const bucketsOf = (readings: readonly Reading[], most: number) =>
  divideTime(readings[0]?.at ?? 0, readings.at(-1)?.at ?? 0, most);
const lowest = (readings: readonly Reading[]) => Math.min(...readings.map(({ level }) => level));
const highest = (readings: readonly Reading[]) => Math.max(...readings.map(({ level }) => level));

describe('thinned levels', () => {
  it('are some of the readings, in their order, and no more than asked for with both ends', () => {
    fc.assert(
      fc.property(series, points, (readings, most) => {
        const kept = unflat(thinLevels(flat(readings), bucketsOf(readings, most)));
        const known = new Map(readings.map(({ at, level }) => [at, level]));
        for (const { at, level } of kept) assert.equal(known.get(at), level);
        const instants = kept.map(({ at }) => at);
        assert.deepEqual(
          instants,
          [...new Set(instants)].sort((a, b) => a - b),
        );
        assert.ok(kept.length + (keepsEnds(most) ? 2 : 0) <= most);
      }),
    );
  });

  it('keep the lowest and the highest of all, and of each bucket', () => {
    fc.assert(
      fc.property(series, points, (readings, most) => {
        const buckets = bucketsOf(readings, most);
        const kept = unflat(thinLevels(flat(readings), buckets));
        assert.deepEqual([lowest(kept), highest(kept)], [lowest(readings), highest(readings)]);
        const byBucket = (all: Reading[]) => Map.groupBy(all, ({ at }) => bucketOf(buckets, at));
        const keptOf = byBucket(kept);
        for (const [bucket, own] of byBucket(readings)) {
          const left = keptOf.get(bucket) ?? [];
          assert.deepEqual([lowest(left), highest(left)], [lowest(own), highest(own)]);
        }
      }),
    );
  });

  it('are the same when the readings come in parts', () => {
    fc.assert(
      fc.property(series, points, fc.integer({ min: 1, max: 50 }), (readings, most, size) => {
        const buckets = bucketsOf(readings, most);
        let kept = new Float64Array();
        for (let from = 0; from < readings.length; from += size) {
          const part = thinLevels(flat(readings.slice(from, from + size)), buckets);
          kept = thinLevels([...kept, ...part], buckets);
        }
        assert.deepEqual(kept, thinLevels(flat(readings), buckets));
      }),
    );
  });

  it('divide time into equal buckets that go from its first to its last instant', () => {
    const instant = fc.integer({ min: 0, max: 2e12 });
    fc.assert(
      fc.property(instant, fc.nat(4e10), fc.integer({ min: 2, max: 5000 }), (first, span, most) => {
        const buckets = divideTime(first, first + span, most);
        assert.equal(bucketOf(buckets, first), 0);
        assert.equal(bucketOf(buckets, first - 1), 0);
        assert.ok(bucketOf(buckets, first + span) <= buckets.count - 1);
        assert.equal(bucketOf(buckets, first + span + 1 + buckets.length), buckets.count - 1);
      }),
    );
  });
});
