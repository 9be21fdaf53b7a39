import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hoursOf, startOf } from './range.ts';

describe('the range of a chart', () => {
  it('is so many times 24 hours', () => {
    assert.equal(hoursOf('1d'), 24);
    assert.equal(hoursOf('90d'), 2160);
    const now = Date.parse('2026-11-21T08:00:00Z');
    assert.equal(startOf('7d', now), Date.parse('2026-11-14T08:00:00Z'));
  });
});
