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
          assert.equal(
            ids.ofReceipt(upper(others + inReceipt(value))),
            ids.ofAnswer(some + inAnswer(value)),
          );
        }),
      );
    });

    it(`are found out by auto where they are ${forms}, and kept`, () => {
      const found: string[] = [];
      const ids = createMessageIds('auto', (each) => found.push(each));
      const large = 0x1234_abcd_0000n;
      for (let step = 0n; step < 5n; step += 1n) {
        const answer = ids.ofAnswer(inAnswer(large + step));
        assert.equal(ids.ofReceipt(inReceipt(large + step)), answer);
      }
      assert.deepEqual(found, [forms]);
      assert.equal(ids.ofReceipt(inReceipt(99n)), inAnswer(99n));
    });
  }

  it('are left as they are where an id is no number', () => {
    for (const forms of ['auto', 'same', 'hex-dec', 'dec-hex'] as const) {
      const ids = createMessageIds(forms);
      const id = '550e8400-e29b-41d4-a716-446655440000';
      assert.equal(ids.ofAnswer(id.toUpperCase()), id);
      assert.equal(ids.ofReceipt(id), id);
      assert.equal(ids.ofAnswer('0'), '0');
      assert.equal(ids.ofAnswer(''), '');
    }
  });

  it('are not guessed from an id that fits in two ways', () => {
    const found: string[] = [];
    const ids = createMessageIds('auto', (each) => found.push(each));
    // Hexadecimal 10 is 16 in decimal: both have been answered.
    ids.ofAnswer('10');
    ids.ofAnswer('16');
    assert.equal(ids.ofReceipt('16'), '16');
    assert.deepEqual(found, []);
  });

  it('are remembered only so far', () => {
    const ids = createMessageIds('auto');
    ids.ofAnswer('ff00ff');
    for (let id = 0; id < 20_000; id += 1) ids.ofAnswer(`x${id}`);
    assert.equal(ids.ofReceipt('16711935'), '16711935');
  });
});
