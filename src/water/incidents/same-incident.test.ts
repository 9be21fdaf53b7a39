import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hourMs } from '../../kit/time/units.ts';
import { isNewsAgain } from './same-incident.ts';

const resolvedAt = Date.UTC(2026, 0, 1);

describe('an incident that comes back', () => {
  it('is no news within an hour of its end, and is from then on', () => {
    assert.equal(isNewsAgain(resolvedAt, resolvedAt), false);
    assert.equal(isNewsAgain(resolvedAt, resolvedAt + hourMs - 1), false);
    assert.equal(isNewsAgain(resolvedAt, resolvedAt + hourMs), true);
  });
});
