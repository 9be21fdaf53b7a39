import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { creditState } from './credit-state.ts';

const unset = { low_balance: null, is_low: false };
const stateOf = (credits: { balance: number; quota: number }, set = unset as Set) =>
  creditState({ ...set, ...credits });
type Set = { low_balance: number | null; is_low: boolean };

describe('the state of the credits', () => {
  it('is low at a tenth of what was granted, and none at nothing', () => {
    assert.equal(stateOf({ balance: 25, quota: 25 }), 'enough');
    assert.equal(stateOf({ balance: 3, quota: 25 }), 'enough');
    assert.equal(stateOf({ balance: 2, quota: 25 }), 'low');
    assert.equal(stateOf({ balance: 0, quota: 25 }), 'none');
    assert.equal(stateOf({ balance: 0, quota: 0 }), 'none');
  });

  it('is not low with many left, however many there once were', () => {
    assert.equal(stateOf({ balance: 501, quota: 1_000_000 }), 'enough');
    assert.equal(stateOf({ balance: 500, quota: 1_000_000 }), 'low');
  });

  it('is low where the owner has set it, and none at nothing', () => {
    const credits = { balance: 90, quota: 100 };
    assert.equal(stateOf(credits, { low_balance: 95, is_low: true }), 'low');
    assert.equal(stateOf({ balance: 5, quota: 100 }, { low_balance: 1, is_low: false }), 'enough');
    assert.equal(stateOf({ balance: 0, quota: 100 }, { low_balance: 1, is_low: true }), 'none');
  });
});
