import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { randomIds } from '../../kit/ids.ts';
import { createSeal } from './seal.ts';

const seal = createSeal(Buffer.alloc(32, 1), randomIds);

describe('sealed secrets', () => {
  it('open for their account with the same secret of the server, and else not', () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 });
    const id = fc.integer({ min: 1 });
    const elsewhere = createSeal(Buffer.alloc(32, 2), randomIds);
    fc.assert(
      fc.property(bytes, id, id, (secret, owner, other) => {
        const sealed = seal.close(owner, secret);
        assert.deepEqual(seal.open(owner, sealed), Buffer.from(secret));
        assert.equal(elsewhere.open(owner, sealed), undefined);
        if (other !== owner) assert.equal(seal.open(other, sealed), undefined);
      }),
    );
  });

  it('are never written alike, and stay shut where one bit is another', () => {
    const secret = Buffer.from('the same');
    const sealed = seal.close(1, secret);
    assert.notEqual(seal.close(1, secret), sealed);
    const bytes = Buffer.from(sealed, 'base64url');
    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        const changed = Buffer.from(bytes);
        const at = bit >> 3;
        changed[at] = (changed[at] ?? 0) ^ (1 << (bit & 7));
        assert.equal(seal.open(1, changed.toString('base64url')), undefined);
      }),
    );
    for (const text of ['', 'x', 'AAAA']) assert.equal(seal.open(1, text), undefined);
  });
});
