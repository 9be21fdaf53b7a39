import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { visibleRange } from './visible-range.ts';

describe('which lines of a long list are drawn', () => {
  it('draws a few around what is seen', () => {
    assert.deepEqual(visibleRange(500, 48, 0, 480), { from: 0, until: 18 });
    assert.deepEqual(visibleRange(500, 48, 4_800, 480), { from: 92, until: 118 });
    assert.deepEqual(visibleRange(3, 48, 0, 480), { from: 0, until: 3 });
    assert.deepEqual(visibleRange(0, 48, 100, 480), { from: 0, until: 0 });
  });

  it('covers every line that is seen, and never more than there are', () => {
    fc.assert(
      fc.property(
        fc.nat(2_000),
        fc.nat(100_000),
        fc.integer({ min: 1, max: 2_000 }),
        (count, y, h) => {
          const { from, until } = visibleRange(count, 48, y, h);
          assert.ok(from >= 0 && from <= until && until <= count);
          for (let line = 0; line < count; line++) {
            const isSeen = (line + 1) * 48 > y && line * 48 < y + h;
            if (isSeen) assert.ok(line >= from && line < until);
          }
          assert.ok(until - from <= h / 48 + 18);
        },
      ),
    );
  });
});
