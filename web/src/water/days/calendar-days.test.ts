import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { firstDay, today } from './calendar-days.ts';

describe('the days of a chart', () => {
  it('are whole days of the account’s time zone', () => {
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
