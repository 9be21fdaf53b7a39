import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { minuteMs } from '../../kit/time/units.ts';
import { afterAck, afterReading } from './follow-pump.ts';
import type { PumpState } from './pump-state.ts';

const order = { command: 'on' as const, isByOwner: false };

type Run = {
  /** Minutes between the readings of the run, the first of them before it. */
  gaps: readonly number[];
  /** What is known of the pump before it is switched on. */
  known?: PumpState;
  /** Percent an hour that it brings while no reading stays away, and that people draw. */
  brings: number;
  draw?: number;
  /** Gaps in minutes from which the current was gone. */
  cutFrom?: number;
};

/** @returns the minutes after which a run that is switched on at 0 is told to bring nothing */
function toldDryAfter({
  gaps,
  known = {},
  brings,
  draw = 0,
  cutFrom = Number.POSITIVE_INFINITY,
}: Run) {
  let state: PumpState = afterAck({ ...known, dryAfterMs: 15 * minuteMs }, order, 0);
  let [at, level] = [0, 50];
  for (const gap of gaps) {
    at += gap;
    level += (((gap >= cutFrom ? 0 : brings) - draw) * gap) / 60;
    const of = { level, measured: level, noise: 0.1, isSuspect: false };
    const about = { isSteered: true, gapMs: gap * minuteMs };
    state = afterReading(state, { at: at * minuteMs, pump: 'on', ...of }, about);
    if ((state.latchedAt ?? state.dryAt) !== undefined) return at;
  }
  return undefined;
}

const minutes = (least: number, most: number) => fc.integer({ min: least, max: most });
const repeat = (gap: number, times: number) => Array.from({ length: times }, () => gap);

describe('a pump that brings nothing', () => {
  it('is told two readings later at the latest, however seldom they come after a first that came at once', () => {
    const first = fc.constantFrom(0.6, 1, 2, 5);
    fc.assert(
      fc.property(first, minutes(1, 120), minutes(0, 10), (soon, every, draw) => {
        const told = toldDryAfter({ gaps: [soon, ...repeat(every, 40)], brings: 0, draw });
        assert.ok(told !== undefined && told <= soon + 15 + 2 * every, `${told}`);
      }),
    );
  });

  it('is told so where readings came thick before, and now come by the hour', () => {
    fc.assert(
      fc.property(minutes(1, 10), minutes(10, 120), (before, every) => {
        const known = { everyMs: before * minuteMs };
        const told = toldDryAfter({ gaps: repeat(every, 40), known, brings: 0 });
        assert.ok(told !== undefined && told <= 15 + 3 * every, `${told}`);
      }),
    );
  });

  it('is told though readings come at no rhythm at all', () => {
    const gaps = fc.array(fc.oneof(minutes(1, 3), minutes(1, 60)), {
      minLength: 400,
      maxLength: 400,
    });
    fc.assert(
      fc.property(gaps, (each) => {
        const told = toldDryAfter({ gaps: each, brings: 0 });
        assert.ok(told !== undefined && told <= 6 * 60, `${told}`);
      }),
    );
  });

  it('is told by a board that sends twice each hour, or thrice, in a few minutes', () => {
    for (const burst of [[1], [1, 1], [2, 2, 2]]) {
      const hours = repeat(0, 8).flatMap(() => [...burst, 60]);
      const told = toldDryAfter({ gaps: hours, brings: 0 });
      assert.ok(told !== undefined && told <= 6 * 60, `${burst} ${told}`);
    }
  });
});

describe('a pump that brings water', () => {
  it('is not told to be dry where the current goes for a while, once or again', () => {
    const cut = minutes(31, 240);
    fc.assert(
      fc.property(
        minutes(1, 10),
        cut,
        cut,
        minutes(1, 20),
        minutes(5, 20),
        (every, one, two, first, then) => {
          const known = { everyMs: every * minuteMs };
          const gaps = [
            ...repeat(every, first),
            one,
            ...repeat(every, then),
            two,
            ...repeat(every, 60),
          ];
          const told = toldDryAfter({ gaps, known, brings: 30, draw: 5, cutFrom: 31 });
          assert.equal(told, undefined);
        },
      ),
    );
  });
});
