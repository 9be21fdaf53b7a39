import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hourMs, minuteMs, secondMs } from '../kit/time/units.ts';
import { type ClockFault, followClock, packClock, unpackClock } from './device-clock.ts';

const start = Date.UTC(2026, 10, 1);

type Arrival = { at: number; said: number; level?: number };

/** What is made of readings, and the faults that are found. */
function follow(arrivals: readonly Arrival[]) {
  let clock = '';
  return arrivals.map(({ at, said, level }, index) => {
    const known = unpackClock(clock);
    const judged = followClock(known, { recordedAt: said, level: level ?? index % 7, now: at });
    clock = packClock(known);
    return { at, recordedAt: judged.recordedAt ?? at, fault: judged.fault };
  });
}
const faultsOf = (arrivals: readonly Arrival[]) =>
  follow(arrivals).flatMap(({ fault }): ClockFault[] => (fault ? [fault] : []));

const interval = fc.integer({ min: minuteMs, max: 6 * hourMs });
const offset = fc.integer({ min: 6 * minuteMs, max: 14 * hourMs });
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
