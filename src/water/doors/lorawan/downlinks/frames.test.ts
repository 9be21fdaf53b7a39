import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { lengthOf, limitsTime, offPattern, onPattern, writeFrame } from './frames.ts';
import { readyFrames } from './ready-frames.ts';

const write = (frame: string, stopLevel: number, leftMs: number) =>
  writeFrame(frame, { stopLevel, leftMs }).toString('hex');

describe('frames of commands', () => {
  it('have where the run ends in their places, in either order of bytes', () => {
    assert.equal(write('05 00 12 {ms4}', 90, 14_400_000), '05001200dbba00');
    assert.equal(write('ff{s2}{s2le}{min1}{percent1}', 90.9, 3_723_500), 'ff0e8b8b0e3e5a');
  });

  it('are of the form that makers publish', () => {
    for (const { on, off } of readyFrames) {
      assert.match(on, new RegExp(onPattern));
      assert.match(off, new RegExp(offPattern));
      assert.ok(limitsTime(on));
      assert.deepEqual([lengthOf(on), lengthOf(off)], [7, 3]);
    }
  });

  it('are no others', () => {
    for (const frame of ['', '0', '0g', '{s5}', '{s2', '{off1}', '00{s0}', '00\n11']) {
      assert.doesNotMatch(frame, new RegExp(onPattern), frame);
    }
    assert.doesNotMatch('00 {s2}', new RegExp(offPattern));
    assert.equal(limitsTime('00 {percent1}'), false);
  });

  it('hold: a run is told too short rather than too long, and never without end', () => {
    const place = fc.record({
      unit: fc.constantFrom('s', 'ms', 'min'),
      size: fc.integer({ min: 1, max: 4 }),
      le: fc.constantFrom('', 'le'),
    });
    fc.assert(
      fc.property(place, fc.integer({ min: 0, max: 100_000_000 }), ({ unit, size, le }, leftMs) => {
        const bytes = writeFrame(`{${unit}${size}${le}}`, { stopLevel: 50, leftMs });
        assert.equal(bytes.length, size);
        const value = le ? bytes.readUIntLE(0, size) : bytes.readUIntBE(0, size);
        const unitMs = { s: 1000, ms: 1, min: 60_000 }[unit] ?? 0;
        assert.ok(value >= 1);
        assert.ok(value === 1 || value * unitMs <= leftMs);
      }),
    );
  });
});
