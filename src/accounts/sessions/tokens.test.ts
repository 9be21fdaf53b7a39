import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { neighboursOf } from '../../../test/helpers/neighbours.ts';
import { createTokens } from './tokens.ts';

const tokens = createTokens(Buffer.alloc(32, 7));
const claims = { userId: 17, sessionId: 'a session' };
const token = tokens.issue({ ...claims, issuedAt: 0, expiresAt: 1_000_000 });

describe('bearer tokens', () => {
  it('say whose they are', () => {
    assert.deepEqual(tokens.read(token), claims);
  });

  it('have one spelling', () => {
    fc.assert(
      fc.property(neighboursOf(token), (other) => {
        assert.equal(tokens.read(other), undefined);
      }),
      { numRuns: 2000 },
    );
  });
});
