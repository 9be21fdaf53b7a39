import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { dayMs, hourMs, minuteMs, secondMs } from '../kit/time/units.ts';
import { packClock, unpackClock } from './clock-memory.ts';
import { followClock } from './device-clock.ts';

const start = Date.UTC(2026, 10, 1);

type Arrival = { at: number; said: number };

/** What is made of readings, by a memory that is stored between them. */
function follow(arrivals: readonly Arrival[]) {
  let text = '';
  return arrivals.map(({ at, said }, index) => {
    const clock = unpackClock(text);
    const judged = followClock(clock, { recordedAt: said, level: index % 7, sensor: 1, now: at });
    text = packClock(clock);
    return { at, said, recordedAt: judged.recordedAt ?? at, fault: judged.fault?.problem };
  });
}

/** A board's days by a right clock, each of which begins with so many readings from the day of its firmware on. */
const daysOf = (every: number, { built, wrong }: { built: number; wrong: number }, days: number) =>
  Array.from({ length: days }, (_, day) => {
    const morning = start + day * dayMs;
    const atOnce = Array.from({ length: wrong }, (_, index) => ({
      at: morning + index * every,
      said: built + (7 + day) * secondMs + index * every,
    }));
    const right = Array.from({ length: Math.floor((12 * hourMs) / every) }, (_, index) => {
      const at = morning + (wrong + index) * every;
      return { at, said: at - 2 * secondMs };
    });
    return day === 0 ? right : [...atOnce, ...right];
  });

const interval = fc.integer({ min: minuteMs, max: hourMs });
const built = fc.integer({ min: 3 * dayMs, max: 390 * dayMs }).map((ms) => start - ms);

describe('a clock that begins with the day of its firmware and is set soon', () => {
  it('has one such day taken as it is said, and is of now and told from the second one on', () => {
    const wrong = fc.integer({ min: 1, max: 3 });
    fc.assert(
      fc.property(interval, built, wrong, (every, at, readings) => {
        const days = daysOf(every, { built: at, wrong: readings }, 6);
        const judged = follow(days.flat());
        const [usual = [], first = []] = days;
        const later = judged.slice(usual.length + first.length);
        for (const { at, recordedAt, fault } of later) {
          assert.ok(Math.abs(at - recordedAt) <= 5 * minuteMs, `${at - recordedAt} ms`);
          assert.notEqual(fault, undefined);
        }
        assert.ok(later.some(({ fault }) => fault === 'jumps'));
      }),
    );
  });

  it('is forgotten where it does so no more', () => {
    const days = daysOf(10 * minuteMs, { built: start - 40 * dayMs, wrong: 1 }, 4).flat();
    const from = start + 5 * dayMs;
    const right = Array.from({ length: 300 }, (_, index) => from + index * 10 * minuteMs);
    const judged = follow([...days, ...right.map((at) => ({ at, said: at }))]);
    assert.equal(judged.at(-1)?.fault, undefined);
  });

  it('is not seen in a reading that was kept, or that comes once from any other day', () => {
    const days = daysOf(10 * minuteMs, { built: start, wrong: 0 }, 6);
    const strays = [33, 20, 11, 5, 2.5].map((age, index) => {
      const at = start + index * dayMs + 13 * hourMs;
      return { at, said: at - age * dayMs };
    });
    const arrivals = [...days.flat(), ...strays].sort((a, b) => a.at - b.at);
    for (const { said, recordedAt, fault } of follow(arrivals)) {
      assert.deepEqual([recordedAt, fault], [said, undefined]);
    }
  });
});
