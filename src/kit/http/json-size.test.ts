import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { boundBroken } from './json-size.ts';

/** Values of a tree: each list, each object and each thing in them, counted as the text shows them. */
function measure(value: unknown): { values: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 };
  const parts = Object.values(value).map(measure);
  return {
    values: 1 + Math.max(1, parts.length) + sum(parts.map(({ values }) => values - 1)),
    depth: 1 + Math.max(0, ...parts.map(({ depth }) => depth)),
  };
}

const sum = (all: number[]) => all.reduce((total, each) => total + each, 0);

describe('the size of a JSON text', () => {
  it('is that of what it says, whatever stands in its strings', () => {
    const text = fc.string({ unit: fc.constantFrom(...'a,[]{}"\\\n') });
    const tree = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(text, fc.integer(), fc.constant(null)),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(text, tie('value'), { maxKeys: 4 }),
      ),
    })).value;
    fc.assert(
      fc.property(tree, fc.constantFrom(0, 2), (value, indent) => {
        const json = JSON.stringify(value, null, indent);
        const { values, depth } = measure(value);
        assert.equal(boundBroken(json, { values, depth }), undefined);
        if (depth > 0) {
          assert.equal(boundBroken(json, { values, depth: depth - 1 }), 'depth');
          assert.equal(boundBroken(json, { values: values - 1, depth }), 'values');
        }
      }),
    );
  });

  it('comes to an end of what is no JSON', () => {
    const most = { values: 10, depth: 5 };
    assert.equal(boundBroken('['.repeat(100), most), 'depth');
    assert.equal(boundBroken(','.repeat(100), most), 'values');
    assert.equal(boundBroken('"', most), undefined);
    assert.equal(boundBroken('"\\', most), undefined);
    assert.equal(boundBroken(']]]]', most), undefined);
  });
});
