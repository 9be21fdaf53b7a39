import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  beginsOf,
  judgeCourse,
  type Step,
} from '../../../../test/helpers/water/detector-course.ts';
import { hourMs, minuteMs } from '../../../kit/time/units.ts';
import { afterAck, afterDelivery, afterReading } from '../../pumps/follow-pump.ts';
import type { PumpState } from '../../pumps/pump-state.ts';
import { dryRun, runsOn } from './pump-runs.ts';

const origin = Date.UTC(2026, 0, 1);
const everyMs = 5 * minuteMs;
const maxRunMs = 2 * hourMs;

type Word = { level: number; pump: 'on' | 'off'; command?: 'on' | 'off' };

/** Readings five minutes apart, each with the state of the pump at the time. */
function follow(words: readonly Word[], isSteered = false): Step[] {
  let state: PumpState = {};
  return words.map(({ level, pump, command }, index) => {
    const at = origin + index * everyMs;
    const order = { command: command ?? 'on', isByOwner: false };
    if (command === 'on') state = afterDelivery(state, order, at);
    if (command === 'off') state = afterAck(state, order, at);
    const reading = { at, pump, level, measured: level, isSuspect: false, noise: 0 };
    state = afterReading(state, reading, { isSteered });
    return { level, pump, run: { state, maxRunMs } };
  });
}

const still = (count: number, level: number, pump: 'on' | 'off'): Word[] =>
  Array.from({ length: count }, () => ({ level, pump }));
const rising = (count: number, from: number): Word[] =>
  Array.from({ length: count }, (_, index) => ({ level: from + 2 * index, pump: 'on' as const }));

describe('a dry run', () => {
  it('is a pump that was switched on and brings no water: it is latched', () => {
    const words = [{ level: 40, pump: 'on', command: 'on' } as Word, ...still(5, 40, 'on')];
    const course = judgeCourse(dryRun, follow(words));
    const [begin = -1] = beginsOf(course);
    const verdict = course[begin]?.verdict;
    assert.ok(verdict?.is === 'wrong');
    assert.deepEqual(verdict.facts, { level: 40, minutes: 15, latched: true });
  });

  it('is told of a pump that is switched by hand too, and over once a run brings water', () => {
    const words = [...still(6, 40, 'on'), ...still(2, 40, 'off'), ...rising(5, 40)];
    const course = judgeCourse(dryRun, follow(words));
    const [begin = -1] = beginsOf(course);
    const verdict = course[begin]?.verdict;
    assert.ok(verdict?.is === 'wrong' && !verdict.facts.latched);
    assert.equal(course[7]?.verdict.is, 'wrong');
    assert.equal(course.at(-1)?.verdict.is, 'fine');
  });

  it('is none where the level rises, however it stood, or no pump runs', () => {
    const level = fc.integer({ min: 0, max: 70 });
    fc.assert(
      fc.property(level, fc.boolean(), (from, isSteered) => {
        const words = [...still(10, from, 'off'), ...rising(12, from)];
        assert.deepEqual(beginsOf(judgeCourse(dryRun, follow(words, isSteered))), []);
      }),
    );
  });
});

describe('a pump that runs on', () => {
  const verdictsOf = (words: readonly Word[]) => judgeCourse(runsOn, follow(words));

  it('says that it runs after it acknowledged an off', () => {
    const off: Word = { level: 60, pump: 'on', command: 'off' };
    const course = verdictsOf([
      { level: 50, pump: 'on', command: 'on' },
      off,
      ...still(3, 60, 'on'),
    ]);
    const verdict = course.at(-1)?.verdict;
    assert.ok(verdict?.is === 'wrong' && verdict.severity === 'critical');
    assert.equal(verdict.facts.past, 'off');
    const stopped = verdictsOf([
      { level: 50, pump: 'on', command: 'on' },
      { ...off, pump: 'off' },
    ]);
    assert.deepEqual(beginsOf(stopped), []);
  });

  it('is past its longest run, if a command began it', () => {
    const words = still(40, 60, 'on');
    const commanded = verdictsOf([{ level: 60, pump: 'on', command: 'on' }, ...words]);
    const verdict = commanded.at(-1)?.verdict;
    assert.ok(verdict?.is === 'wrong' && verdict.facts.past === 'limit');
    assert.equal(verdict.facts.limit, 120);
    assert.deepEqual(beginsOf(verdictsOf(words)), []);
  });

  it('runs though the tank is full, whoever switched it on; over when it stops', () => {
    const course = verdictsOf([...rising(5, 80), ...still(4, 99, 'on'), ...still(1, 99, 'off')]);
    const [begin = -1] = beginsOf(course);
    const verdict = course[begin]?.verdict;
    assert.ok(verdict?.is === 'wrong' && verdict.severity === 'warning');
    assert.deepEqual(verdict.facts, { minutes: 25, past: 'full' });
    assert.equal(course.at(-1)?.verdict.is, 'fine');
  });

  it('is never one that is off', () => {
    const words = fc.array(
      fc.record({ level: fc.integer({ min: 0, max: 100 }), pump: fc.constant('off' as const) }),
    );
    fc.assert(fc.property(words, (all) => assert.deepEqual(beginsOf(verdictsOf(all)), [])));
  });
});
