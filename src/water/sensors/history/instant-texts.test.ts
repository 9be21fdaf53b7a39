import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createInstantTexts, instantTexts } from './instant-texts.ts';

describe('instant texts', () => {
  it('are those of the plain way, in whatever order instants come', () => {
    const instant = fc.oneof(
      fc.integer({ min: 0, max: 253_402_300_799_999 }),
      fc.integer({ min: 1_790_000_000_000, max: 1_790_010_000_000 }),
    );
    fc.assert(
      fc.property(fc.array(instant, { minLength: 1, maxLength: 50 }), (instants) => {
        const texts = createInstantTexts();
        for (const each of instants) {
          assert.equal(texts.iso(each), instantTexts.iso(each));
          assert.equal(texts.base36(each), instantTexts.base36(each));
        }
      }),
    );
  });
});
