import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { dayMs, hourMs, minuteMs, secondMs } from '../kit/time/units.ts';
import { packClock, sensorMark, unpackClock } from './clock-memory.ts';
import { followClock } from './device-clock.ts';

const start = Date.UTC(2026, 10, 1);
const cycles = 12;

type Arrival = { at: number; said: number; level: number; sensor: string };

/** What a clock is told to be after each reading. */
function problemsOf(arrivals: readonly Arrival[]): (string | undefined)[] {
  let clock = '';
  return arrivals.map(({ at, said, level, sensor }) => {
    const known = unpackClock(clock);
    const mark = sensorMark(sensor);
    const judged = followClock(known, { recordedAt: said, level, sensor: mark, now: at });
    clock = packClock(known);
    return judged.fault?.problem;
  });
}

/** Cycles of a board's sensors, each sent so many times, by a clock that is right. */
const boards = fc
  .record({
    sensors: fc.integer({ min: 2, max: 8 }),
    apart: fc.integer({ min: 5 * secondMs, max: 2 * minuteMs }),
    times: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ sensors, apart, times }) =>
    Array.from({ length: cycles * times * sensors }, (_, place): Arrival => {
      const sensor = place % sensors;
      const cycle = Math.floor(place / sensors / times);
      const said = start + cycle * sensors * times * apart;
      return { at: start + place * apart, said, level: 90 - cycle - sensor, sensor: `${sensor}` };
    }),
  );

describe("a device's clock with several sensors", () => {
  it('does not stand still for what they say of one instant, at any pace and again', () => {
    fc.assert(
      fc.property(boards, (arrivals) => assert.ok(!problemsOf(arrivals).includes('still'))),
    );
  });

  it('is told where it stands still, beside a tank that stays full as well', () => {
    fc.assert(
      fc.property(boards, fc.boolean(), (arrivals, isFull) => {
        const standing = arrivals.map((each) => ({
          ...each,
          said: start,
          ...(isFull && each.sensor === '0' && { level: 100 }),
        }));
        assert.equal(problemsOf(standing).at(-1), 'still');
      }),
    );
  });
});

/** What a board of one sensor says, reading by reading: how long after the one before, and how far its clock went. */
type Wake = { gap: number; went: number };

function wakes(each: readonly Wake[], lag: number): Arrival[] {
  let [at, said] = [start, start - lag];
  return each.map(({ gap, went }, index) => {
    at += gap;
    said += went;
    return { at, said, level: 60 - (index % 9), sensor: 'main' };
  });
}

const gaps = fc.integer({ min: 5 * minuteMs, max: 12 * hourMs });
const lags = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 300 * dayMs }));

describe("a device's clock that does not keep up with the time", () => {
  it('is told with the fourth reading where it starts again at each wake', () => {
    const awake = fc.array(fc.integer({ min: secondMs, max: 40 * secondMs }), { minLength: 8 });
    fc.assert(
      fc.property(gaps, lags, awake, (gap, lag, spans) => {
        const each = spans.map((span, index) => ({ gap, went: span - (spans[index - 1] ?? 0) }));
        const problems = problemsOf(wakes(each, lag));
        assert.deepEqual([...new Set(problems.slice(3))], ['still']);
      }),
    );
  });

  it('is told with the fourth reading where it stops while the board sleeps', () => {
    const awake = fc.array(fc.integer({ min: secondMs, max: 40 * secondMs }), { minLength: 8 });
    fc.assert(
      fc.property(gaps, lags, awake, (gap, lag, spans) => {
        const problems = problemsOf(
          wakes(
            spans.map((went) => ({ gap, went })),
            lag,
          ),
        );
        assert.deepEqual([...new Set(problems.slice(3))], ['still']);
      }),
    );
  });

  it('is told within a dozen readings where it loses a third of the time or more, until it is right', () => {
    const loses = fc.double({ min: 1 / 3, max: 1, noNaN: true });
    fc.assert(
      fc.property(gaps, lags, loses, (gap, lag, share) => {
        const lost = Array.from({ length: 12 }, () => ({
          gap,
          went: Math.ceil(gap * (1 - share)),
        }));
        const slow = wakes(lost, lag);
        assert.equal(problemsOf(slow).at(-1), 'still');
        const last = slow.at(-1)?.at ?? 0;
        const right = Array.from({ length: 3 }, (_, index) => last + (index + 1) * gap);
        const after = right.map((at) => ({ at, said: at, level: 50, sensor: 'main' }));
        assert.equal(problemsOf([...slow, ...after]).includes('still'), true);
        assert.notEqual(problemsOf([...slow, ...after]).at(-1), 'still');
      }),
    );
  });

  it('is none where readings are long on their way, are sent again, or are of several sensors', () => {
    const delays = fc.array(fc.double({ min: 0, max: 1.5, noNaN: true }), {
      minLength: 20,
      maxLength: 60,
    });
    fc.assert(
      fc.property(gaps, delays, fc.integer({ min: 1, max: 3 }), (gap, delay, times) => {
        const sent = delay.flatMap((share, index) => {
          const said = start + index * gap;
          return Array.from({ length: times }, (_, time) =>
            ['one', 'two'].map((sensor, place) => ({
              at: Math.round(said + share * gap + (time * gap) / 3 + place * secondMs),
              said: said + place * secondMs,
              level: 60 - (index % 9),
              sensor,
            })),
          ).flat();
        });
        sent.sort((a, b) => a.at - b.at);
        assert.ok(!problemsOf(sent).includes('still'));
      }),
    );
  });
});
