import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hourMs, minuteMs, secondMs } from '../kit/time/units.ts';
import { unpackClock } from './clock-memory.ts';
import { followClock } from './device-clock.ts';

const start = Date.UTC(2026, 10, 1);
const readings = 200;

type Arrival = { at: number; said: number };

function follow(arrivals: readonly Arrival[]) {
  const clock = unpackClock('');
  return arrivals.map(({ at, said }, index) => {
    const judged = followClock(clock, { recordedAt: said, level: index % 7, sensor: 1, now: at });
    return { at, said, recordedAt: judged.recordedAt ?? at, fault: judged.fault };
  });
}

/** Readings every `every` by a clock that loses a share of the time, each some seconds on its way. */
const losing = (every: number, share: number, delay: readonly number[]): Arrival[] =>
  Array.from({ length: readings }, (_, index) => ({
    at: start + index * every + (delay[index % delay.length] ?? 0),
    said: start + Math.round(index * every * (1 - share)),
  }));

const interval = fc.oneof(
  fc.integer({ min: 5 * minuteMs, max: hourMs }),
  fc.constantFrom(hourMs, 3 * hourMs, 6 * hourMs, 12 * hourMs, 24 * hourMs),
);
const delays = fc.array(fc.integer({ min: 0, max: 20 * secondMs }), {
  minLength: 12,
  maxLength: 40,
});
/** From a minute in a day to nearly the quarter from which on a clock counts as standing. */
const loss = fc.oneof(
  fc.double({ min: 0.0008, max: 0.01, noNaN: true }),
  fc.double({ min: 0.01, max: 0.22, noNaN: true }),
);

describe('a clock that drifts', () => {
  it('is followed however fast it loses time, and told of', () => {
    fc.assert(
      fc.property(interval, loss, delays, (every, share, delay) => {
        const judged = follow(losing(every, share, delay));
        for (const [index, { at, said, recordedAt, fault }] of judged.entries()) {
          if (index < 7 || at - said < 6 * minuteMs) continue;
          assert.ok(Math.abs(at - recordedAt) <= 4 * minuteMs, `${index}: ${at - recordedAt} ms`);
          if (Math.abs(at - said) > 10 * minuteMs) assert.equal(fault?.problem, 'off', `${index}`);
        }
      }),
    );
  });

  it('is followed however fast it gains time, and told of', () => {
    fc.assert(
      fc.property(interval, loss, delays, (every, share, delay) => {
        const judged = follow(losing(every, -share, delay));
        for (const [index, { at, said, recordedAt, fault }] of judged.entries()) {
          const isBeyond = said - at > 14 * hourMs;
          if (index < 4 || at - said > -6 * minuteMs || isBeyond) continue;
          assert.ok(Math.abs(at - recordedAt) <= 4 * minuteMs, `${index}: ${at - recordedAt} ms`);
          if (Math.abs(at - said) > 10 * minuteMs) assert.equal(fault?.problem, 'off', `${index}`);
        }
      }),
    );
  });

  it('is followed where it is off from the beginning and drifts back', () => {
    const lead = fc.integer({ min: hourMs, max: 13 * hourMs });
    fc.assert(
      fc.property(interval, loss, lead, delays, (every, share, ahead, delay) => {
        const arrivals = losing(every, share, delay).map(({ at, said }) => ({
          at,
          said: said + ahead,
        }));
        for (const [index, { at, said, recordedAt }] of follow(arrivals).entries()) {
          if (index < 4 || said - at < 6 * minuteMs) continue;
          assert.ok(Math.abs(at - recordedAt) <= 6 * minuteMs, `${index}: ${at - recordedAt} ms`);
        }
      }),
    );
  });

  it('is not seen in what a board keeps and sends in batches at another interval, by a clock that is right', () => {
    const minutes = fc.integer({ min: 5, max: 60 });
    fc.assert(
      fc.property(minutes, fc.integer({ min: 1, max: 400 }), (measured, more) => {
        const [step, every] = [measured * minuteMs, (2 * measured + more) * minuteMs];
        const clock = unpackClock('');
        for (let index = 1; index < readings; index++) {
          const now = start + index * every;
          const recordedAt = now - ((now - start) % step);
          const said = { recordedAt, level: index % 7, sensor: 1, now, spacingMs: step };
          const judged = followClock(clock, said);
          assert.equal(judged.recordedAt, recordedAt, `${index}`);
          assert.equal(judged.fault, undefined, `${index}`);
        }
      }),
    );
  });

  it('is known still where a batch has a hole as long as the lag', () => {
    const clock = unpackClock('');
    const lag = 3 * hourMs;
    const batch = (measured: number, now: number, spacingMs: number) =>
      followClock(clock, { recordedAt: measured - lag, level: 50, sensor: 1, now, spacingMs });
    for (let index = 0; index < 8; index += 1) {
      const at = start + index * 30 * minuteMs;
      batch(at, at, 10 * minuteMs);
    }
    const back = start + 8 * hourMs;
    const judged = batch(back, back + 4 * minuteMs, 4 * hourMs);
    assert.equal(judged.recordedAt, back);
    assert.equal(judged.fault?.problem, 'off');
  });

  it('is not seen in what a board sends one after the other that it kept in a silence', () => {
    const times = fc.double({ min: 1, max: 1.25, noNaN: true });
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 60 }),
        fc.integer({ min: 3, max: 30 }),
        times,
        (minutes, missed, slower) => {
          const every = minutes * minuteMs;
          const live = Array.from({ length: 20 }, (_, index) => start + index * every);
          const back = start + (20 + missed) * every;
          const kept = Array.from({ length: missed }, (_, index) => ({
            at: back + Math.round(index * every * slower),
            said: start + (20 + index) * every,
          }));
          const judged = follow([...live.map((at) => ({ at, said: at })), ...kept]);
          for (const { said, recordedAt } of judged) assert.equal(recordedAt, said);
        },
      ),
    );
  });

  it('is set right by the network at times, and followed from there', () => {
    fc.assert(
      fc.property(interval, loss, delays, (every, share, delay) => {
        const once = losing(every, share, delay).slice(0, 30);
        const length = 30 * every;
        const judged = follow(
          [0, 1, 2, 3].flatMap((time) =>
            once.map(({ at, said }) => ({ at: at + time * length, said: said + time * length })),
          ),
        );
        const wrong = judged.filter(
          ({ at, recordedAt }) => Math.abs(at - recordedAt) > 10 * minuteMs,
        );
        assert.ok(wrong.length <= 4 * 6, `${wrong.length} wrong`);
      }),
    );
  });
});
