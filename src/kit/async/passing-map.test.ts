import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { PassingMap } from './passing-map.ts';

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ set: fc.nat(200) }) },
  { weight: 5, arbitrary: fc.record({ delete: fc.nat(200) }) },
  { weight: 1, arbitrary: fc.constant('delete the first' as const) },
);

it('a map for what passes holds what a map holds, in its order', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 2000, size: 'max' }), (steps) => {
      const passing = new PassingMap<number, object>();
      const plain = new Map<number, object>();
      for (const each of steps) {
        const [oldest] = plain.keys();
        if (each === 'delete the first') {
          assert.equal(passing.first()?.[0], oldest);
          if (oldest !== undefined) passing.delete(oldest);
          if (oldest !== undefined) plain.delete(oldest);
        } else if ('set' in each) {
          passing.set(each.set, each);
          plain.set(each.set, each);
        } else {
          assert.equal(passing.delete(each.delete), plain.delete(each.delete));
        }
        assert.equal(passing.size, plain.size);
      }
      assert.deepEqual(passing.values(), [...plain.values()]);
      for (const [key, value] of plain) assert.equal(passing.get(key), value);
      passing.clear();
      assert.equal(passing.first(), undefined);
    }),
    { numRuns: 50 },
  );
});
