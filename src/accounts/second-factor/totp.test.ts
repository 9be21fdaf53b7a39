import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { codeAt, stepMs } from '../../../test/helpers/accounts/second-factor.ts';
import { describeSecret, findStep } from './codes.ts';

/** The SHA-1 column of RFC 6238, appendix B: seconds, and the last six of its eight digits. */
const vectors: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];
const secret = Buffer.from('12345678901234567890');
const base32 = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('time-based codes', () => {
  it('are those of RFC 6238, appendix B', async () => {
    for (const [seconds, code] of vectors) {
      const step = Math.floor(seconds / 30);
      assert.equal(await findStep(secret, code, seconds * 1000), step, code);
    }
  });

  it('count one step before and one after, and no further', async () => {
    const seconds = fc.integer({ min: 3600, max: 10_000_000_000 });
    const secrets = fc.uint8Array({ minLength: 20, maxLength: 20 });
    const offset = fc.integer({ min: -5, max: 5 });
    await fc.assert(
      fc.asyncProperty(secrets, seconds, offset, async (bytes, at, steps) => {
        const now = at * 1000;
        const { secret: key } = await describeSecret(bytes, 'a@example.com');
        const near = [-1, 0, 1].map((each) => codeAt(key, now + each * stepMs));
        const code = codeAt(key, now + steps * stepMs);
        // Of a million codes, one far away may be the same as one near by.
        const expected = near.includes(code);
        const step = await findStep(bytes, code, now);
        assert.equal(step !== undefined, expected);
        if (Math.abs(steps) <= 1) assert.ok(expected);
        if (step !== undefined) assert.equal(codeAt(key, step * stepMs), code);
      }),
    );
  });

  it('are no other texts', async () => {
    for (const code of ['', '28708', '2870820', 'abcdef', '28708O', '２８７０８２']) {
      assert.equal(await findStep(secret, code, 59_000), undefined, code);
    }
  });

  it('come from a secret that apps can read, by typing and by scanning', async () => {
    const described = await describeSecret(secret, 'amina+1@example.com');
    assert.equal(described.secret, base32);
    const { protocol, host, pathname, searchParams } = new URL(described.otpauth_uri);
    assert.deepEqual([protocol, host], ['otpauth:', 'totp']);
    assert.equal(decodeURIComponent(pathname), '/Kisima:amina+1@example.com');
    assert.deepEqual(Object.fromEntries(searchParams), {
      issuer: 'Kisima',
      secret: base32,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
