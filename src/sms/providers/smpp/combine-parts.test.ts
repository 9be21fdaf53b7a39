import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { SubmitResult } from '../provider.ts';
import { combineParts } from './combine-parts.ts';

const accepted: SubmitResult = { outcome: 'accepted', refs: ['a'] };
const refused: SubmitResult = { outcome: 'refused', error: 'no' };
const busy: SubmitResult = { outcome: 'busy', error: 'later', pauseMs: 5 };
const unknown: SubmitResult = { outcome: 'unknown', error: 'silence' };

describe('what becomes of a message of several parts', () => {
  for (const [parts, combined] of [
    [[accepted, accepted], { outcome: 'accepted', refs: ['a', 'a'] }],
    [[accepted, refused], { outcome: 'refused', error: 'part 2 of 2: no' }],
    [[unknown, busy, refused], { outcome: 'refused', error: 'part 3 of 3: no' }],
    [[accepted, unknown, busy], { outcome: 'unknown', error: 'part 2 of 3: silence' }],
    [[busy, busy], { outcome: 'busy', error: 'part 1 of 2: later', pauseMs: 5 }],
    [[busy, accepted], { outcome: 'unknown', error: 'part 1 of 2: later' }],
    [[busy], busy],
  ] as const) {
    it(`is ${combined.outcome} of ${parts.map(({ outcome }) => outcome).join(' and ')}`, () => {
      assert.deepEqual(combineParts([...parts]), combined);
    });
  }

  it('is never sent again where a part may have been taken, and never refused without a refusal', () => {
    const part = fc.constantFrom(accepted, refused, busy, unknown);
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const { outcome } = combineParts(parts);
        assert.equal(outcome === 'refused', parts.includes(refused));
        assert.equal(
          outcome === 'accepted',
          parts.every((each) => each === accepted),
        );
        if (outcome === 'busy') assert.ok(parts.every((each) => each === busy));
      }),
    );
  });
});
