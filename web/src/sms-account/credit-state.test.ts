import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { creditState } from './credit-state.ts';

describe('the state of the credits', () => {
  it('is low at a tenth of what was granted, and none at nothing', () => {
    assert.equal(creditState({ balance: 25, quota: 25 }), 'enough');
    assert.equal(creditState({ balance: 3, quota: 25 }), 'enough');
    assert.equal(creditState({ balance: 2, quota: 25 }), 'low');
    assert.equal(creditState({ balance: 0, quota: 25 }), 'none');
    assert.equal(creditState({ balance: 0, quota: 0 }), 'none');
  });

  it('is not low with many left, however many there once were', () => {
    assert.equal(creditState({ balance: 501, quota: 1_000_000 }), 'enough');
    assert.equal(creditState({ balance: 500, quota: 1_000_000 }), 'low');
  });
});
