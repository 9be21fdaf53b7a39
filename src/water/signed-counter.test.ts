import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type CounterProof, judgeCounter, unpackSigned } from './signed-counter.ts';

const tags = ['a'.repeat(64), 'b'.repeat(64), `${'a'.repeat(31)}c${'a'.repeat(32)}`];
const proofs: fc.Arbitrary<CounterProof> = fc.record({
  keyNo: fc.integer({ min: 0, max: 3 }),
  counter: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constantFrom(1e15 - 2, 1e15 - 1)),
  tag: fc.constantFrom(...tags),
});

/** All that was ever taken, as a list: what the row remembers in a few bytes. */
type Model = { proof: CounterProof; at: number }[];

function judge(taken: Model, proof: CounterProof, now: number): unknown {
  const last = taken.at(-1);
  const isNew = !last || proof.keyNo > last.proof.keyNo;
  const isHigher = proof.keyNo === last?.proof.keyNo && proof.counter > last.proof.counter;
  if (isNew || isHigher) {
    taken.push({ proof, at: now });
    return { verdict: 'taken', at: now };
  }
  if (proof.keyNo < last.proof.keyNo) return { verdict: 'ended' };
  const isSame = proof.counter === last.proof.counter && proof.tag === last.proof.tag;
  if (isSame) return { verdict: 'repeated', at: last.at };
  return { verdict: 'used', last: last.proof.counter };
}

describe('the counter of signed messages', () => {
  it('holds: it only rises, the last message alone can be repeated, and an older key ends', () => {
    fc.assert(
      fc.property(fc.array(proofs, { maxLength: 40 }), (sent) => {
        const taken: Model = [];
        let packed = '';
        sent.forEach((proof, now) => {
          const judged = judgeCounter(packed, proof, now);
          assert.deepEqual(judged.outcome, judge(taken, proof, now));
          packed = judged.packed;
        });
        const ofKey = Map.groupBy(taken, ({ proof }) => proof.keyNo);
        for (const some of ofKey.values()) {
          const counters = some.map(({ proof }) => proof.counter);
          assert.deepEqual(
            counters,
            [...new Set(counters)].sort((a, b) => a - b),
          );
        }
        assert.equal(unpackSigned(packed)?.counter, taken.at(-1)?.proof.counter);
      }),
    );
  });

  it('holds: of messages that overtake one another each is taken once, a few counters late at most', () => {
    const sent = fc.array(
      fc.record({ counter: fc.integer({ min: 1, max: 80 }), isUnordered: fc.boolean() }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(sent, (all) => {
        const taken = new Set<number>();
        let packed = '';
        for (const { counter, isUnordered } of all) {
          const last = Math.max(0, ...taken);
          const tag = counter.toString(16).padStart(32, '0');
          const judged = judgeCounter(packed, { keyNo: 0, counter, tag, isUnordered }, 0);
          packed = judged.packed;
          const isFresh = !taken.has(counter);
          const isLate = isFresh && isUnordered && counter < last && counter >= last - 32;
          const isNew = counter > last;
          assert.equal(judged.outcome.verdict === 'taken', isNew || isLate, `${counter} ${last}`);
          if (judged.outcome.verdict !== 'taken') continue;
          assert.equal(judged.outcome.isLate ?? false, isLate);
          taken.add(counter);
        }
        assert.equal(unpackSigned(packed)?.counter ?? 0, Math.max(0, ...taken));
      }),
    );
    // What was written before there was a window has none.
    const old = `0 9 ${'a'.repeat(32)} 1`;
    const late = { keyNo: 0, counter: 8, tag: 'b'.repeat(64), isUnordered: true };
    assert.deepEqual(judgeCounter(old, late, 2).outcome, { verdict: 'used', last: 9 });
  });

  it('holds: no message that was taken once is taken again, whatever came between', () => {
    fc.assert(
      fc.property(fc.array(proofs, { minLength: 1, maxLength: 20 }), fc.nat(), (sent, which) => {
        let packed = '';
        for (const proof of sent) packed = judgeCounter(packed, proof, 0).packed;
        const again = sent[which % sent.length] as CounterProof;
        assert.notEqual(judgeCounter(packed, again, 1).outcome.verdict, 'taken');
      }),
    );
  });
});
