import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  bucketOf,
  divideTime,
  fitInto,
  keepsEnds,
  numbersOfReading,
  thinLevels,
} from './thin-levels.ts';

type Reading = {
  at: number;
  level: number;
  believed: number;
  temperature: number;
  change: number;
};

const few = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.double({ min: 0, max: 100, noNaN: true }));
/** Some sensors never send a field, and some now and then. */
const unknown = fc.constant(Number.NaN);
/** Readings in the order of time: few levels, so that there are ties, and gaps of any length. */
const series: fc.Arbitrary<Reading[]> = fc
  .record({ believed: fc.boolean(), temperature: fc.boolean(), change: fc.boolean() })
  .chain((has) =>
    fc.array(
      fc.record({
        gap: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 1e7 })),
        level: few,
        believed: has.believed ? fc.oneof(few, unknown) : unknown,
        temperature: has.temperature ? fc.oneof(few, unknown) : unknown,
        change: has.change ? fc.integer({ min: 0, max: 1 }) : fc.constant(0),
      }),
      { minLength: 1, maxLength: 300 },
    ),
  )
  .map((steps) => {
    let at = 1.7e12;
    return steps.map(({ gap, ...reading }) => {
      at += gap;
      return { at, ...reading };
    });
  });
const points = fc.integer({ min: 2, max: 100 });

const flat = (readings: readonly Reading[]) =>
  readings.flatMap((each) => [each.at, each.level, each.believed, each.temperature, each.change]);
const unflat = (levels: ArrayLike<number>): Reading[] =>
  Array.from({ length: levels.length / numbersOfReading }, (_, index) => {
    const [at = 0, level = 0, believed = 0, temperature = 0, change = 0] = Array.from(
      { length: numbersOfReading },
      (_, n) => levels[index * numbersOfReading + n],
    );
    return { at, level, believed, temperature, change };
  });
const bucketsOf = (readings: readonly Reading[], most: number) =>
  divideTime(readings[0]?.at ?? 0, readings.at(-1)?.at ?? 0, most);

const curves = ['level', 'believed', 'temperature'] as const;
/** The first lowest and the first highest of each curve, and the first two changes, by their instants. */
const worthKeeping = (readings: readonly Reading[]): number[] => [
  ...curves.flatMap((curve) => {
    const known = readings.filter((each) => !Number.isNaN(each[curve]));
    const values = known.map((each) => each[curve]);
    return [Math.min(...values), Math.max(...values)].flatMap(
      (extreme) => known.find((each) => each[curve] === extreme)?.at ?? [],
    );
  }),
  ...readings
    .filter(({ change }) => change === 1)
    .slice(0, 2)
    .map(({ at }) => at),
];
const ordered = (instants: Iterable<number>) => [...new Set(instants)].sort((a, b) => a - b);

describe('thinned levels', () => {
  it('are the extremes of each curve and the changes of the pump in each bucket, and no others', () => {
    fc.assert(
      fc.property(series, points, fc.integer({ min: 1, max: 60 }), (readings, most, merged) => {
        const buckets = { ...bucketsOf(readings, most), merged };
        const kept = unflat(thinLevels(flat(readings), buckets));
        const wanted = [...Map.groupBy(readings, ({ at }) => bucketOf(buckets, at)).values()];
        assert.deepEqual(
          kept.map(({ at }) => at),
          ordered(wanted.flatMap(worthKeeping)),
        );
        const known = new Map(readings.map((reading) => [reading.at, reading]));
        for (const reading of kept) assert.deepEqual(reading, known.get(reading.at));
      }),
    );
  });

  it('are no more than asked for with both ends, and the extremes of the level among them', () => {
    fc.assert(
      fc.property(series, points, (readings, most) => {
        const buckets = bucketsOf(readings, most);
        const kept = unflat(fitInto(thinLevels(flat(readings), buckets), buckets, most));
        assert.ok(kept.length + (keepsEnds(most) ? 2 : 0) <= most);
        const instants = kept.map(({ at }) => at);
        assert.deepEqual(instants, ordered(instants));
        for (const extreme of [Math.min, Math.max]) {
          const of = (some: readonly Reading[]) => extreme(...some.map(({ level }) => level));
          assert.equal(of(kept), of(readings));
        }
        // With room for it, nothing that counts over the whole is lost.
        if (most >= 10) for (const at of worthKeeping(readings)) assert.ok(instants.includes(at));
      }),
    );
  });

  it('cost nothing for what is never sent', () => {
    fc.assert(
      fc.property(series, points, (readings, most) => {
        const bare = readings.map(({ at, level }) => {
          return { at, level, believed: level, temperature: Number.NaN, change: 0 };
        });
        const buckets = bucketsOf(bare, most);
        const thinned = thinLevels(flat(bare), buckets);
        assert.deepEqual(fitInto(thinned, buckets, most), thinned);
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
        const merged = { ...buckets, merged: 3 };
        assert.deepEqual(thinLevels(kept, merged), thinLevels(flat(readings), merged));
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
