import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { labelsPerSheet, toSheets } from './sheets.ts';

describe('label sheets', () => {
  it('hold every label once, in order, after the places that are used up', () => {
    const labels = fc.array(fc.integer(), { minLength: 1, maxLength: 100 });
    fc.assert(
      fc.property(labels, fc.integer({ min: 0, max: labelsPerSheet - 1 }), (labels, skip) => {
        const sheets = toSheets(labels, skip);
        assert.deepEqual(sheets.flat().slice(skip), labels);
        assert.ok(
          sheets
            .flat()
            .slice(0, skip)
            .every((place) => place === undefined),
        );
        assert.ok(sheets.slice(0, -1).every((sheet) => sheet.length === labelsPerSheet));
      }),
    );
  });

  it('take what was typed in for used places as what it can mean', () => {
    for (const [skip, blank] of [
      [-1, 0],
      [Number.NaN, 0],
      [2.9, 2],
      [24, 23],
      [999, 23],
    ] as const) {
      assert.equal(toSheets(['a'], skip).flat().indexOf('a'), blank);
    }
    assert.deepEqual(toSheets([], 5), []);
  });
});
