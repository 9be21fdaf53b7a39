import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { followReading, startTracker } from './tracker.ts';
import { packTracker, roundTracker, unpackTracker } from './tracker-text.ts';

describe('the text of a tracker', () => {
  const step = fc.record({
    seconds: fc.integer({ min: 1, max: 100_000 }),
    level: fc.double({ min: 0, max: 100, noNaN: true }),
  });

  it('holds: what was packed is unpacked as it was packed, with and without litres', () => {
    fc.assert(
      fc.property(fc.array(step), fc.boolean(), (steps, hasLitres) => {
        let at = Date.parse('2026-09-01T00:00:00Z');
        const toReading = (level: number) => {
          return { recorded_at: at, level, volume: hasLitres ? level * 10 : null };
        };
        const tracker = startTracker(toReading(50));
        for (const { seconds, level } of steps) {
          at += seconds * 1000;
          followReading(tracker, toReading(level));
        }
        const text = packTracker(tracker);
        assert.equal(packTracker(unpackTracker(text)), text);
        assert.equal(unpackTracker(text).filter.raw, tracker.filter.raw);
        assert.ok(text.length < 400, text);
      }),
    );
  });

  it('holds: a tracker that is rounded after each reading is what its text says', () => {
    const near = fc.record({
      seconds: fc.integer({ min: 1, max: 3600 }),
      level: fc.oneof(
        fc.constantFrom(0, 5, 50, 50.04, 95),
        step.map(({ level }) => level),
      ),
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(step, near)), fc.boolean(), (steps, hasLitres) => {
        let at = Date.parse('2026-09-01T00:00:00Z');
        const tracker = startTracker({
          recorded_at: at,
          level: 50,
          volume: hasLitres ? 500 : null,
        });
        roundTracker(tracker);
        for (const { seconds, level } of steps) {
          at += seconds * 1000;
          followReading(tracker, { recorded_at: at, level, volume: hasLitres ? level * 10 : null });
          const stored = unpackTracker(packTracker(structuredClone(tracker)));
          roundTracker(tracker);
          assert.deepEqual(tracker, stored);
        }
      }),
    );
  });

  it('reads what 0.1.0 wrote', () => {
    const text =
      '[1,1789000000000,60.1,60.2,300000,60.05,0.02,0.09,64,0.1,0,60.1,1202,20,0,0,60.1,1202,300000,60.1,1202,0,0]';
    const { filter, mark } = unpackTracker(text);
    assert.equal(filter.level, 60.05);
    assert.equal(filter.doubtLevel, null);
    assert.equal(mark.volume, 1202);
    assert.ok(filter.swing > 0);
  });

  it('refuses what a newer program wrote', () => {
    const text = packTracker(startTracker({ recorded_at: 0, level: 50, volume: null }));
    assert.throws(() => unpackTracker(text.replace('[2,', '[3,')), /version 3 are unknown/);
  });
});
