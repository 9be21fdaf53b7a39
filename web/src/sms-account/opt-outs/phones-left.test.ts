import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { normalisePhone } from '../../../../src/kit/text/phone.ts';
import { phonesLeft } from './phones-left.ts';

const entries = fc.array(fc.oneof(fc.constantFrom('0712 345 678', '+254 733 000001'), fc.string()));
const mostNamed = fc.integer({ min: 0, max: 20 });

describe('numbers that were no numbers', () => {
  it('are all left, however few of them an answer names', () => {
    fc.assert(
      fc.property(entries, mostNamed, (sent, most) => {
        const rejected = sent.flatMap((to, index) =>
          normalisePhone(to) === undefined ? [{ index, to, error: 'is none' }] : [],
        );
        const answer = { rejected: rejected.slice(0, most), rejected_count: rejected.length };
        assert.deepEqual(
          phonesLeft(sent, answer),
          rejected.map(({ to }) => to),
        );
      }),
    );
  });
});
