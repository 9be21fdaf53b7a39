import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { neighboursOf } from '../../test/helpers/neighbours.ts';
import { createSignedIds } from './signed-ids.ts';

const signed = createSignedIds(Buffer.alloc(32, 7), 'tests');
const row = fc.record({
  id: fc.oneof(
    fc.integer({ min: 1, max: 5000 }),
    fc.maxSafeNat().map((id) => Math.max(id, 1)),
  ),
  salt: fc.constantFrom('salt', 'another', ''),
});

describe('tokens of rows', () => {
  it('lead to their row, and are of no other, nor of one that got its id again', () => {
    fc.assert(
      fc.property(row, row, (one, other) => {
        const token = signed.tokenOf(one);
        assert.equal(signed.idOf(token), one.id);
        assert.ok(signed.isOf(token, one));
        const isSame = one.id === other.id && one.salt === other.salt;
        assert.equal(signed.isOf(token, other), isSame);
        const foreign = createSignedIds(Buffer.alloc(32, 7), 'others');
        assert.ok(!foreign.isOf(token, one));
      }),
    );
  });

  it('have one spelling', () => {
    const spelt = row.chain((each) =>
      fc.tuple(fc.constant(each), neighboursOf(signed.tokenOf(each))),
    );
    fc.assert(
      fc.property(spelt, ([each, other]) => {
        assert.ok(signed.idOf(other) !== each.id || !signed.isOf(other, each));
      }),
      { numRuns: 2000 },
    );
  });

  it('are read from any text without a fault', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const id = signed.idOf(text);
        assert.ok(id === undefined || Number.isSafeInteger(id));
      }),
    );
  });
});
