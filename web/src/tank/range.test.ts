import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { daysInTable, firstDay, hoursOf, startOf, today } from './range.ts';

describe('the range of a chart', () => {
  it('is so many times 24 hours', () => {
    assert.equal(hoursOf('1d'), 24);
    assert.equal(hoursOf('90d'), 2160);
    const now = Date.parse('2026-11-21T08:00:00Z');
    assert.equal(startOf('7d', now), Date.parse('2026-11-14T08:00:00Z'));
  });

  it('has a table of at least a week of whole days, of the account’s time zone', () => {
    assert.equal(daysInTable('1d'), 7);
    assert.equal(daysInTable('30d'), 30);
    const lateInNairobi = Date.parse('2026-11-20T22:30:00Z');
    assert.equal(today(lateInNairobi, 'Africa/Nairobi'), '2026-11-21');
    assert.equal(today(lateInNairobi, 'America/New_York'), '2026-11-20');
    assert.equal(firstDay(lateInNairobi, 7, 'Africa/Nairobi'), '2026-11-15');
    assert.equal(firstDay(lateInNairobi, 30, 'America/New_York'), '2026-10-22');
  });

  it('counts over a year’s end and over days on which clocks change', () => {
    assert.equal(firstDay(Date.parse('2026-01-02T12:00:00Z'), 7, 'Africa/Nairobi'), '2025-12-27');
    assert.equal(firstDay(Date.parse('2026-03-30T00:30:00Z'), 2, 'Europe/Berlin'), '2026-03-29');
  });
});
