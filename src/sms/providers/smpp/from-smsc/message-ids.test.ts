import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createMessageIds } from './message-ids.ts';

const number = fc.bigInt({ min: 0n, max: 2n ** 64n });
const zeros = fc.nat(4).map((count) => '0'.repeat(count));
const upper = (text: string) => text.toUpperCase();
const hex = (value: bigint) => value.toString(16);
const decimal = (value: bigint) => value.toString(10);

describe('the forms of message ids', () => {
  for (const [forms, inAnswer, inReceipt] of [
    ['hex-dec', hex, decimal],
    ['dec-hex', decimal, hex],
    ['same', hex, hex],
    ['same', decimal, decimal],
  ] as const) {
    it(`are brought together where they are ${forms}`, () => {
      const ids = createMessageIds(forms);
      fc.assert(
        fc.property(number, zeros, zeros, (value, some, others) => {
          assert.deepEqual(ids.ofReceipt(upper(others + inReceipt(value))), {
            ref: ids.ofAnswer(some + inAnswer(value)),
          });
        }),
      );
    });
  }

  it('are left as they are where an id is no number', () => {
    for (const forms of ['auto', 'same', 'hex-dec', 'dec-hex'] as const) {
      const ids = createMessageIds(forms);
      const id = '550e8400-e29b-41d4-a716-446655440000';
      assert.equal(ids.ofAnswer(id.toUpperCase()), id);
      assert.equal(ids.ofReceipt(id).ref, id);
      assert.equal(ids.ofAnswer('0'), '0');
      assert.equal(ids.ofAnswer(''), '');
    }
  });

  it('are the same in braces', () => {
    for (const forms of ['auto', 'same', 'hex-dec', 'dec-hex'] as const) {
      const ids = createMessageIds(forms);
      assert.equal(ids.ofReceipt('{00AB12}').ref, ids.ofReceipt('ab12').ref);
      assert.equal(
        ids.ofAnswer('{550E8400-e29b-41d4-a716-446655440000}'),
        '550e8400-e29b-41d4-a716-446655440000',
      );
    }
  });

  it('are for whoever places the receipt to find out, with auto', () => {
    const ids = createMessageIds('auto');
    assert.deepEqual(ids.ofReceipt('000169552957'), { ref: '169552957', anyForm: true });
  });
});
