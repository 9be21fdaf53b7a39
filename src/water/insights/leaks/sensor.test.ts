import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { roundingOf } from './sensor.ts';

const step = fc.double({ min: 0.1, max: 5, noNaN: true });
const noise = fc.double({ min: 0, max: 5, noNaN: true });

describe('roundingOf', () => {
  it('is half a step of a sensor without noise, and nothing of a fine one', () => {
    fc.assert(fc.property(step, (of) => roundingOf({ noise: 0, step: of }) === of / 2));
    assert.equal(roundingOf({ noise: 0, step: 0 }), 0);
    assert.equal(roundingOf({ noise: 0, step: 0.01 }), 0);
  });

  it('is made up for by noise', () => {
    fc.assert(
      fc.property(step, noise, noise, (of, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        return roundingOf({ noise: more, step: of }) <= roundingOf({ noise: less, step: of });
      }),
    );
    assert.equal(roundingOf({ noise: 1, step: 1 }), 0);
  });

  it('has the unit of its step', () => {
    fc.assert(
      fc.property(step, fc.double({ min: 0, max: 0.35, noNaN: true }), (of, share) => {
        const one = roundingOf({ noise: share * of, step: of });
        const two = roundingOf({ noise: 2 * share * of, step: 2 * of });
        return one === 0 || Math.abs(two - 2 * one) < 1e-9;
      }),
    );
  });
});
