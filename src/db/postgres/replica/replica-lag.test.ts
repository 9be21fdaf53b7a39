import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type LogMark, lagOf, pruneMarks } from './replica-lag.ts';

/** A log that grows now and then, with a mark each time that somebody looked. */
const marks = fc
  .array(fc.record({ grown: fc.nat(1000), afterMs: fc.integer({ min: 1, max: 60_000 }) }), {
    minLength: 1,
    maxLength: 40,
  })
  .map((steps) => {
    let mark: LogMark = { position: 0, at: 0 };
    return steps.map(({ grown, afterMs }) => {
      mark = { position: mark.position + grown, at: mark.at + afterMs };
      return mark;
    });
  });
const nobodysClock = { ageMs: null };

describe('the lag of a standby', () => {
  it('is the time since the last mark that it has passed, and 0 past the newest', () => {
    fc.assert(
      fc.property(marks, fc.nat(), (set, index) => {
        const passed = set[index % set.length] as LogMark;
        const newest = set.at(-1) as LogMark;
        const last = set.findLast(({ position }) => position <= passed.position) as LogMark;
        const lag = lagOf(set, { position: passed.position, ...nobodysClock }, newest.at);
        assert.equal(lag, passed.position >= newest.position ? 0 : newest.at - last.at);
      }),
    );
  });

  it('is no larger for a standby that is further on, and the same after marks were forgotten', () => {
    fc.assert(
      fc.property(marks, fc.nat(40_000), fc.nat(1000), (set, position, more) => {
        const now = set.at(-1)?.at ?? 0;
        const ofPosition = (of: readonly LogMark[], at: number) =>
          lagOf(of, { position: at, ...nobodysClock }, now);
        assert.ok(ofPosition(set, position + more) <= ofPosition(set, position));
        const pruned = pruneMarks(set, position);
        assert.equal(ofPosition(pruned, position), ofPosition(set, position));
        assert.equal(ofPosition(pruned, position + more), ofPosition(set, position + more));
      }),
    );
  });

  it('goes by the clocks of both only where it is small, or nothing else is known', () => {
    const two = [
      { position: 10, at: 0 },
      { position: 20, at: 2000 },
    ];
    assert.equal(lagOf(two, { position: 15, ageMs: 30 }, 2000), 30);
    assert.equal(lagOf(two, { position: 15, ageMs: 30 }, 9000), 9000);
    assert.equal(lagOf(two, { position: 15, ageMs: 90_000 }, 2000), 2000);
    assert.equal(lagOf(two, { position: 5, ageMs: 90_000 }, 2000), 90_000);
    assert.equal(lagOf(two, { position: 5, ageMs: null }, 2000), 2000);
  });

  it('remembers few marks of a standby that stands still, the oldest and the newest among them', () => {
    let kept: LogMark[] = [];
    for (let at = 0; at < 5000; at++) kept = pruneMarks([...kept, { position: at, at }], 0);
    assert.ok(kept.length <= 513, String(kept.length));
    assert.equal(lagOf(kept, { position: 0, ageMs: null }, 5000), 5000);
    assert.equal(kept.at(-1)?.at, 4999);
  });
});
