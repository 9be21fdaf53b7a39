import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hourMs, minuteMs } from '../../kit/time/units.ts';
import { defaultThresholds } from '../status.ts';
import { judgeReading } from './judge-reading.ts';
import { packWatch, unpackWatch } from './watch.ts';

const level = fc.double({ min: 0, max: 100, noNaN: true });
const calm = {
  noise: 0,
  pump: null,
  thresholds: defaultThresholds,
  isSuspect: false,
  capacity: null,
  before: undefined,
};

const origin = Date.UTC(2026, 0, 1);

/** Returns the changes of a sensor's incidents by levels that come a minute apart, or at given times. */
function judge(levels: (number | { level: number; at: number })[]) {
  let stored = '';
  return levels.flatMap((each, index) => {
    const { level, at } = typeof each === 'number' ? { level: each, at: index * minuteMs } : each;
    const { watch, changes } = judgeReading(
      unpackWatch(stored),
      { ...calm, level, raw: level, recordedAt: origin + at },
      { now: origin + at },
    );
    stored = packWatch(watch);
    return changes.map((change) => ({ ...change, createdAt: change.createdAt - origin }));
  });
}
const told = (levels: Parameters<typeof judge>[0]) =>
  judge(levels).map(({ kind, severity, change }) => `${kind} ${severity} ${change}`);

describe('judging readings', () => {
  it('raises an incident when a threshold is crossed, and again when it becomes critical', () => {
    assert.deepEqual(told([50, 21, 20, 19, 15, 10, 9, 8]), [
      'low warning raised',
      'low critical worse',
    ]);
  });

  it('stays silent while the level hovers at its threshold', () => {
    assert.deepEqual(told([20, 20.5, 19.9, 21.9, 19, 20.1]), ['low warning raised']);
  });

  it('resolves it once the level has clearly come back', () => {
    assert.deepEqual(told([20, 22.1, 23]), ['low warning raised']);
    assert.deepEqual(told([20, 22.1, 26.1]), ['low warning raised', 'low warning resolved']);
  });

  it('takes what comes back within a day for the same incident, and for no news within an hour', () => {
    const changes = judge([
      { level: 20, at: 0 },
      { level: 50, at: 1 },
      { level: 20, at: hourMs },
      { level: 50, at: hourMs + 1 },
      { level: 20, at: 2 * hourMs + 1 },
      { level: 50, at: 23 * hourMs },
      { level: 20, at: 24 * hourMs },
    ]);
    assert.deepEqual(
      changes.map(({ change, createdAt, ...rest }) => [
        change,
        createdAt,
        'isNews' in rest && rest.isNews,
      ]),
      [
        ['raised', 0, true],
        ['resolved', 0, false],
        ['back', 0, false],
        ['resolved', 0, false],
        ['back', 0, true],
        ['resolved', 0, false],
        ['raised', 24 * hourMs, true],
      ],
    );
  });

  it('tells one end of the tank from the other', () => {
    assert.deepEqual(told([5, 96, 5]), [
      'low critical raised',
      'low critical resolved',
      'overflow critical raised',
      'low critical back',
      'overflow critical resolved',
    ]);
  });

  it('tells the level and the threshold', () => {
    const [change] = judge([12.345]);
    assert.ok(change?.change === 'raised');
    assert.deepEqual(change.facts, { level: 12.345, threshold: 20 });
  });

  it('never tells twice what it already knows', () => {
    fc.assert(
      fc.property(fc.array(level, { maxLength: 60 }), (levels) => {
        const repeated = levels.flatMap((at, index) =>
          [0, 1].map((part) => ({ level: at, at: index * minuteMs + part })),
        );
        assert.deepEqual(told(repeated), told(levels));
      }),
    );
  });

  it('opens, worsens and resolves each incident in turn', () => {
    fc.assert(
      fc.property(fc.array(level, { maxLength: 60 }), (levels) => {
        const open = new Map<string, string>();
        for (const { kind, change, severity } of judge(levels)) {
          if (change === 'raised' || change === 'back') assert.ok(!open.has(kind));
          else assert.ok(open.has(kind));
          if (change === 'worse')
            assert.deepEqual([open.get(kind), severity], ['warning', 'critical']);
          if (change === 'resolved') open.delete(kind);
          else open.set(kind, severity);
        }
      }),
    );
  });
});
