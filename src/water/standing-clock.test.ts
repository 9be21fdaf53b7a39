import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { minuteMs, secondMs } from '../kit/time/units.ts';
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
          ...{ ...each, said: start },
          ...(isFull && each.sensor === '0' && { level: 100 }),
        }));
        assert.equal(problemsOf(standing).at(-1), 'still');
      }),
    );
  });
});
