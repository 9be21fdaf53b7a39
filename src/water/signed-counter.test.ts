import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type SignedClaim, takeClaim, unpackSigned } from './signed-counter.ts';

const tags = ['a'.repeat(64), 'b'.repeat(64), `${'a'.repeat(31)}c${'a'.repeat(32)}`];
const claims: fc.Arbitrary<SignedClaim> = fc.record({
  keyNo: fc.integer({ min: 0, max: 3 }),
  counter: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constantFrom(1e15 - 2, 1e15 - 1)),
  tag: fc.constantFrom(...tags),
});

/** All that was ever taken, as a list: what the row remembers in a few bytes. */
type Model = { claim: SignedClaim; at: number }[];

function judge(taken: Model, claim: SignedClaim, now: number): unknown {
  const last = taken.at(-1);
  const isNew = !last || claim.keyNo > last.claim.keyNo;
  const isHigher = claim.keyNo === last?.claim.keyNo && claim.counter > last.claim.counter;
  if (isNew || isHigher) {
    taken.push({ claim, at: now });
    return { verdict: 'taken', at: now };
  }
  if (claim.keyNo < last.claim.keyNo) return { verdict: 'ended' };
  const isSame = claim.counter === last.claim.counter && claim.tag === last.claim.tag;
  if (isSame) return { verdict: 'repeated', at: last.at };
  return { verdict: 'used', last: last.claim.counter };
}

describe('the counter of signed messages', () => {
  it('holds: it only rises, the last message alone can be repeated, and an older key ends', () => {
    fc.assert(
      fc.property(fc.array(claims, { maxLength: 40 }), (sent) => {
        const taken: Model = [];
        let packed = '';
        sent.forEach((claim, now) => {
          const judged = takeClaim(packed, claim, now);
          assert.deepEqual(judged.outcome, judge(taken, claim, now));
          packed = judged.packed;
        });
        const ofKey = Map.groupBy(taken, ({ claim }) => claim.keyNo);
        for (const some of ofKey.values()) {
          const counters = some.map(({ claim }) => claim.counter);
          assert.deepEqual(
            counters,
            [...new Set(counters)].sort((a, b) => a - b),
          );
        }
        assert.equal(unpackSigned(packed)?.counter, taken.at(-1)?.claim.counter);
      }),
    );
  });

  it('holds: no message that was taken once is taken again, whatever came between', () => {
    fc.assert(
      fc.property(fc.array(claims, { minLength: 1, maxLength: 20 }), fc.nat(), (sent, which) => {
        let packed = '';
        for (const claim of sent) packed = takeClaim(packed, claim, 0).packed;
        const again = sent[which % sent.length] as SignedClaim;
        assert.notEqual(takeClaim(packed, again, 1).outcome.verdict, 'taken');
      }),
    );
  });
});
