import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import pino from 'pino';
import { type ClockWatch, createCautiousClock, createClockWatch } from './clock-watch.ts';
import { dayMs, hourMs, minuteMs } from './units.ts';

const doubtMs = 10 * minuteMs;

describe('the watch of the clock', () => {
  let wall: number;
  let monotonic: number;
  let jumps: number[];
  let lines: { seconds: number; level: number }[];
  let watch: ClockWatch;

  const time = { clock: () => wall, timers: { now: () => monotonic, after: () => () => {} } };
  const pass = (ms: number) => {
    wall += ms;
    monotonic += ms;
  };
  const now = () => [watch.cautious() - wall, watch.latest() - wall];

  beforeEach(() => {
    [wall, monotonic, jumps, lines] = [Date.parse('2026-11-21T08:00:00Z'), 5000, [], []];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
    watch = createClockWatch({ ...time, log });
    watch.onJump((byMs) => jumps.push(byMs));
  });

  it('agrees with a clock that is kept right in small steps', () => {
    for (let step = 0; step < 1000; step += 1) {
      pass(1000);
      wall += step % 2 === 0 ? 9999 : -9000;
      assert.deepEqual(now(), [0, 0]);
    }
    assert.deepEqual([jumps, lines, watch.sinceJump()], [[], [], Number.POSITIVE_INFINITY]);
  });

  it('doubts a jump forward until it has lasted', () => {
    wall += dayMs;
    assert.deepEqual(now(), [-dayMs, 0]);
    pass(doubtMs - 1);
    assert.deepEqual(now(), [-dayMs, 0]);
    assert.equal(watch.sinceJump(), doubtMs - 1);
    pass(1);
    assert.deepEqual(now(), [0, 0]);
  });

  it('doubts a jump back in the same way: the latest that it may be stays', () => {
    wall -= hourMs;
    assert.deepEqual(now(), [0, hourMs]);
    pass(doubtMs);
    assert.deepEqual(now(), [0, 0]);
  });

  it('has nothing to doubt once the clock is back', () => {
    wall += dayMs;
    assert.deepEqual(now(), [-dayMs, 0]);
    pass(minuteMs);
    wall -= dayMs - 50;
    assert.deepEqual(now(), [0, 0]);
    assert.equal(watch.sinceJump(), 0);
  });

  it('reports each jump once, in the log and to its listeners', () => {
    wall -= hourMs;
    watch.sinceJump();
    now();
    pass(2 * doubtMs);
    wall += dayMs;
    now();
    assert.deepEqual(jumps, [-hourMs, dayMs]);
    assert.deepEqual(
      lines.map(({ seconds, level }) => [seconds, level]),
      [
        [-3600, 40],
        [86_400, 40],
      ],
    );
  });

  it('never has the cautious clock pass by more time than has gone by, but for a jump that lasted', () => {
    const step = fc.record({
      passed: fc.integer({ min: 0, max: doubtMs / 2 }),
      jump: fc.constantFrom(0, 0, hourMs, -hourMs, dayMs, -dayMs),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        [wall, monotonic] = [0, 0];
        const cautious = createCautiousClock(time, Number.POSITIVE_INFINITY);
        for (const { passed, jump } of steps) {
          pass(passed);
          wall += jump;
          assert.ok(cautious() <= Math.max(0, monotonic) && cautious() <= wall);
        }
      }),
    );
  });
});
