import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fieldNames, lineOf, mappingOf, unitNames } from './mapping-lines.ts';

describe('the editor of mappings', () => {
  it('saves what it was opened with, to the last digit', () => {
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(0.0254, 0.0015, 0.0004, 1 / 3, -227.2),
    );
    const field = fc.record({
      field: fc.constantFrom(...fieldNames),
      path: fc.constantFrom('a', 'a.b[0]'),
      unit: fc.constantFrom(...unitNames),
      factor: number,
      offset: number,
    });
    fc.assert(
      fc.property(fc.array(field, { maxLength: 4 }), (fields) => {
        // Lines keep numbers as text, in which -0 is 0.
        const kept = fields.map((each) => ({
          ...each,
          factor: each.factor + 0,
          offset: each.offset + 0,
        }));
        assert.deepEqual(mappingOf(null, fields.map(lineOf)), { decoder: null, fields: kept });
      }),
    );
  });
});
