import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { neighboursOf } from '../../../../test/helpers/neighbours.ts';
import {
  canonicalAnswer,
  canonicalRequest,
  hashBody,
  isSameSignature,
  type RequestParts,
  signText,
} from './canonical.ts';

/** As HTTP lets them be: no part holds a line end. */
const query = fc.string({ unit: fc.constantFrom(...'ab=&%20+:'), maxLength: 8 });
const body = fc.string({ maxLength: 5 });
const requests: fc.Arbitrary<RequestParts> = fc.record({
  method: fc.constantFrom('GET', 'POST'),
  path: fc.constantFrom(
    '/iot_push.php',
    '/iot_push_batch.php',
    '/iot_commands.php',
    '/iot_ack.php',
  ),
  query,
  bodyHash: body.map(hashBody),
  stamp: fc
    .tuple(fc.integer({ min: 1, max: 12 }), fc.constantFrom('', '-a', '-1'))
    .map((all) => all.join('')),
});
const answers = fc.record({
  status: fc.constantFrom(200, 201, 409),
  tag: body.map(hashBody),
  bodyHash: body.map(hashBody),
});
const key = 'kd_AbCdEfGhIjKlMnOpQrStUvWxYz012345';

describe('what is signed', () => {
  it('holds: two requests have one text only where they are one', () => {
    fc.assert(
      fc.property(requests, requests, (a, b) => {
        const isOne = JSON.stringify(a) === JSON.stringify(b);
        assert.equal(canonicalRequest(a) === canonicalRequest(b), isOne);
      }),
    );
  });

  it('holds: two answers have one text only where they are one, and none is that of a request', () => {
    fc.assert(
      fc.property(answers, answers, requests, (a, b, request) => {
        const isOne = JSON.stringify(a) === JSON.stringify(b);
        assert.equal(canonicalAnswer(a) === canonicalAnswer(b), isOne);
        assert.notEqual(canonicalAnswer(a), canonicalRequest(request));
      }),
    );
  });

  it('holds: a signature that differs anywhere is another one', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const signature = signText(key, canonicalRequest(request));
        assert.match(signature, /^[0-9a-f]{64}$/);
        assert.ok(isSameSignature(signature, signature));
        assert.ok(!isSameSignature(signature, signText(`${key}x`, canonicalRequest(request))));
        fc.assert(
          fc.property(neighboursOf(signature), (other) =>
            assert.ok(!isSameSignature(other, signature)),
          ),
          { numRuns: 5 },
        );
      }),
    );
  });
});
