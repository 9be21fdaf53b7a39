import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { alertState } from './alert-state.ts';

const now = Date.parse('2026-11-21T08:00:00.000Z');
const raised = {
  raised_at: '2026-11-21T06:00:00.000Z',
  resolved_at: null,
  acknowledged_at: null,
  snoozed_until: null,
};

describe('how an alert stands', () => {
  it('is open until somebody takes it upon himself, or puts it off', () => {
    assert.equal(alertState(raised, now), 'open');
    const acknowledged = { ...raised, acknowledged_at: '2026-11-21T07:00:00.000Z' };
    assert.equal(alertState(acknowledged, now), 'taken');
    const snoozed = { ...raised, snoozed_until: '2026-11-21T09:00:00.000Z' };
    assert.equal(alertState(snoozed, now), 'taken');
  });

  it('is open again once it got worse, or the time it was put off for is over', () => {
    const acknowledged = { ...raised, acknowledged_at: '2026-11-21T05:00:00.000Z' };
    assert.equal(alertState(acknowledged, now), 'open');
    const snoozed = { ...raised, snoozed_until: '2026-11-21T07:00:00.000Z' };
    assert.equal(alertState(snoozed, now), 'open');
  });

  it('is over once it is resolved, whoever had it', () => {
    const acknowledged_at = '2026-11-21T07:00:00.000Z';
    assert.equal(
      alertState({ ...raised, acknowledged_at, resolved_at: raised.raised_at }, now),
      'over',
    );
  });
});
