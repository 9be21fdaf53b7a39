import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { neighboursOf } from '../../../test/helpers/neighbours.ts';
import { randomIds } from '../../kit/ids.ts';
import { hashRecoveryCode, makeRecoveryCodes } from './codes.ts';

describe('recovery codes', () => {
  it('are ten of 80 bits, all different', () => {
    const codes = makeRecoveryCodes(randomIds);
    assert.equal(new Set(codes).size, 10);
    for (const code of codes) assert.match(code, /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
  });

  it('are those of their bits, in the base32 of RFC 4648', () => {
    const secret = () => Buffer.from('foobarfoob').toString('base64url');
    const [first] = makeRecoveryCodes({ ...randomIds, secret });
    assert.equal(first, 'mzxw-6ytb-ojtg-633c');
  });

  it('are the same however they are typed', () => {
    const hash = hashRecoveryCode('mzxw-6ytb-ojtg-633c');
    for (const typed of ['MZXW6YTBOJTG633C', ' mzxw 6ytb ojtg 633c ', 'Mzxw-6ytb-ojtg-633C']) {
      assert.equal(hashRecoveryCode(typed), hash);
    }
    assert.notEqual(hashRecoveryCode('mzxw-6ytb-ojtg-633d'), hash);
  });

  it('have no other spelling than by spaces, dashes and letter case', () => {
    const code = 'mzxw6ytbojtgkk3c';
    const plain = (typed: string) =>
      typed.replace(/[ -]/g, '').replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    fc.assert(
      fc.property(neighboursOf(code), (typed) => {
        const isSame = hashRecoveryCode(typed) === hashRecoveryCode(code);
        assert.equal(isSame, plain(typed) === code);
      }),
      { numRuns: 2000 },
    );
  });
});
