import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { dayMs, hourMs, minuteMs, secondMs } from '../kit/time/units.ts';
import { packClock, unpackClock } from './clock-memory.ts';
import { type ClockFault, followClock } from './device-clock.ts';

const start = Date.UTC(2026, 10, 1);

type Arrival = { at: number; said: number; level?: number };

/** What is made of readings, and the faults that are found. */
function follow(arrivals: readonly Arrival[]) {
  let clock = '';
  return arrivals.map(({ at, said, level }, index) => {
    const known = unpackClock(clock);
    const reading = { recordedAt: said, level: level ?? index % 7, sensor: 1, now: at };
    const judged = followClock(known, reading);
    clock = packClock(known);
    return { at, recordedAt: judged.recordedAt ?? at, fault: judged.fault };
  });
}
const faultsOf = (arrivals: readonly Arrival[]) =>
  follow(arrivals).flatMap(({ fault }): ClockFault[] => (fault ? [fault] : []));

const interval = fc.integer({ min: minuteMs, max: 6 * hourMs });
/** Behind by minutes, by a time zone, or since its firmware was made. */
const offset = fc.oneof(
  fc.integer({ min: 6 * minuteMs, max: 14 * hourMs }),
  fc.integer({ min: dayMs, max: 390 * dayMs }),
);
/** Ahead by a time zone, or by a little more than is taken as it is said. */
const lead = fc.integer({ min: 6 * minuteMs, max: 14 * hourMs }).map((ms) => -ms);
const delays = fc.array(fc.integer({ min: 0, max: 20 * secondMs }), {
  minLength: 12,
  maxLength: 40,
});
/** Readings every `every`, each so long on its way, by a clock that lags by `lag`. */
const lagging = (every: number, lag: number, delay: readonly number[], from = start): Arrival[] =>
  delay.map((ms, index) => ({ at: from + index * every + ms, said: from + index * every - lag }));

describe("a device's clock", () => {
  it('that lags is found within some five readings, and set right to within the delays', () => {
    fc.assert(
      fc.property(interval, offset, delays, (every, lag, delay) => {
        const judged = follow(lagging(every, lag, delay));
        for (const [index, { recordedAt, fault }] of judged.entries()) {
          if (index < 6) continue;
          assert.equal(fault?.problem, 'off');
          assert.ok(Math.abs(recordedAt - (start + index * every)) <= 20 * secondMs);
        }
      }),
    );
  });

  it('that begins to lag is found, and one that is put right', () => {
    fc.assert(
      fc.property(interval, offset, delays, (every, lag, delay) => {
        const later = start + delay.length * every;
        const last = later + delay.length * every;
        const judged = follow([
          ...lagging(every, 0, delay),
          ...lagging(every, lag, delay, later),
          ...lagging(every, 0, delay, last),
        ]);
        assert.equal(judged[delay.length - 1]?.fault, undefined);
        assert.equal(judged[2 * delay.length - 1]?.fault?.problem, 'off');
        assert.equal(judged.at(-1)?.fault, undefined);
      }),
    );
  });

  it('that is ahead is found with the third reading, and set right to within the delays', () => {
    fc.assert(
      fc.property(interval, lead, delays, (every, lag, delay) => {
        const judged = follow(lagging(every, lag, delay));
        for (const [index, { recordedAt, fault }] of judged.entries()) {
          if (index < 4) continue;
          assert.equal(fault?.problem, 'off');
          assert.ok(Math.abs(recordedAt - (start + index * every)) <= 20 * secondMs);
        }
      }),
    );
  });

  it('that is ahead dates rightly what it has kept, but for two readings; so it does once it is right', () => {
    const silence = fc.integer({ min: 2, max: 60 });
    fc.assert(
      fc.property(interval, lead, silence, delays, (every, lag, length, delay) => {
        const known = lagging(every, lag, Array<number>(12).fill(0));
        const back = start + (12 + length) * every;
        const kept = Array.from({ length }, (_, index) => {
          const measured = start + (12 + index) * every;
          return { at: back + index * secondMs, measured, said: measured - lag };
        });
        const after = back + every;
        const live = [
          ...lagging(every, lag, delay, after),
          ...lagging(every, 0, delay, after + delay.length * every),
        ];
        const judged = follow([...known, ...kept, ...live]);
        const dated = judged.slice(known.length);
        const truth = [
          ...kept.map(({ measured }) => measured),
          ...live.map((_, index) => after + index * every),
        ];
        const wrong = truth.filter(
          (at, index) => Math.abs((dated[index]?.recordedAt ?? 0) - at) > minuteMs,
        );
        assert.ok(wrong.length <= 2, `${wrong.length} wrong`);
        assert.equal(judged.at(-1)?.fault, undefined);
      }),
    );
  });

  it('that drifts for months is followed, and nothing that it says is from the future', () => {
    const perDay = fc.integer({ min: -5 * minuteMs, max: 5 * minuteMs });
    fc.assert(
      fc.property(
        interval.filter((every) => every <= hourMs),
        perDay,
        (every, drift) => {
          const arrivals = Array.from({ length: 400 }, (_, index) => {
            const at = start + index * every;
            return { at, said: at + Math.round(((index * every) / dayMs) * drift) };
          });
          for (const { at, recordedAt, said } of follow(arrivals).map((each, index) => ({
            ...each,
            said: arrivals[index]?.said ?? 0,
          }))) {
            assert.ok(Math.abs(recordedAt - at) <= 6 * minuteMs, `${recordedAt - at} ms`);
            assert.ok(recordedAt !== said || said <= at + 5 * minuteMs);
          }
        },
      ),
    );
  });

  it('that goes to and fro each day is known at once from the third day on', () => {
    const zones = fc.constantFrom(
      [0, 12 * hourMs],
      [-3 * hourMs, 21 * hourMs],
      [5 * hourMs, -19 * hourMs + dayMs],
      [-2 * hourMs, -hourMs],
    );
    fc.assert(
      fc.property(zones, fc.integer({ min: 5, max: 40 }), ([one = 0, other = 0], minutes) => {
        const every = minutes * minuteMs;
        const arrivals = Array.from({ length: Math.floor((5 * dayMs) / every) }, (_, index) => {
          const at = start + index * every;
          return { at, said: at - ((at - start) % dayMs < dayMs / 2 ? one : other) };
        });
        for (const { at, recordedAt, fault } of follow(arrivals)) {
          if (at <= start + 3 * dayMs) continue;
          assert.ok(Math.abs(recordedAt - at) <= 3 * minuteMs);
          // It is one fault all day, and not one each morning.
          assert.equal(fault?.problem, 'off');
        }
      }),
    );
  });

  it('is not doubted where everything is pushed twice', () => {
    fc.assert(
      fc.property(interval, offset, delays, (every, lag, delay) => {
        const once = lagging(every, lag, delay);
        const twice = once.flatMap((each, index) => [
          { ...each, level: index },
          { ...each, at: each.at + 3 * secondMs, level: index },
        ]);
        const judged = follow(twice);
        for (let index = 12; index < judged.length; index += 2) {
          assert.equal(judged[index]?.recordedAt, judged[index + 1]?.recordedAt);
          assert.equal(judged[index]?.fault?.problem, 'off');
        }
      }),
    );
  });

  const buffered = fc.record({
    every: interval,
    length: fc.integer({ min: 1, max: 60 }),
    /** Milliseconds between two that come out of the buffer, as a share of the interval. */
    pace: fc.double({ min: 0, max: 1, noNaN: true }),
    order: fc.constantFrom('oldest first', 'newest first', 'mixed' as const),
    seed: fc.integer({ min: 1, max: 1000 }),
  });

  it('is not doubted for readings out of a buffer, of any length, pace and order', () => {
    fc.assert(
      fc.property(buffered, ({ every, length, pace, order, seed }) => {
        const before = Array.from({ length: 20 }, (_, index) => start + index * every);
        const away = start + 20 * every;
        const kept = Array.from({ length }, (_, index) => away + index * every);
        if (order === 'newest first') kept.reverse();
        if (order === 'mixed') kept.sort((a, b) => ((a * seed) % 977) - ((b * seed) % 977));
        const back = away + length * every;
        const flush = kept.map((said, index) => ({ at: back + index * pace * every, said }));
        const after = back + Math.ceil(length * pace + 1) * every;
        const live = Array.from({ length: 20 }, (_, index) => after + index * every);
        const arrivals = [
          ...before.map((at) => ({ at, said: at })),
          ...flush,
          ...live.map((at) => ({ at, said: at })),
        ];
        assert.deepEqual(faultsOf(arrivals), []);
      }),
      // The first that comes is nearly of now.
      { examples: [[{ every: minuteMs, length: 15, pace: 0.5, order: 'mixed', seed: 7 }]] },
    );
  });

  it('is not doubted where it says the time of kept readings only, in one silence after another', () => {
    // Of closer ones the lags are as near as those of a clock.
    const apart = interval.filter((every) => every > 6 * minuteMs);
    fc.assert(
      fc.property(apart, fc.integer({ min: 2, max: 50 }), (every, length) => {
        const flushes = Array.from({ length: 6 }, (_, time) => {
          const back = start + time * (3 * dayMs + length * every);
          return Array.from({ length }, (_, index) => ({
            at: back,
            said: back - (length - index) * every,
          }));
        });
        assert.deepEqual(faultsOf(flushes.flat()), []);
      }),
    );
  });

  it('that stands still is told, and its readings are of now; a reading sent again and again is not', () => {
    const said = start;
    const times = Array.from({ length: 10 }, (_, index) => start + index * 5 * minuteMs);
    const judged = follow(times.map((at, index) => ({ at, said, level: 50 - index })));
    assert.deepEqual(judged.at(-1)?.fault, { problem: 'still' });
    assert.equal(judged.at(-1)?.recordedAt, times.at(-1));
    assert.deepEqual(faultsOf(times.map((at) => ({ at, said, level: 50 }))), []);
  });

  it('that jumps is told', () => {
    const arrivals = Array.from({ length: 24 }, (_, index) => {
      const at = start + index * 10 * minuteMs;
      return { at, said: at - ((index * 7) % 5) * hourMs };
    });
    assert.ok(faultsOf(arrivals).some(({ problem }) => problem === 'jumps'));
  });
});
