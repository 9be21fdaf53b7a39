import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { alertState, snoozeTimes, withChangedAlert } from './alert-state.ts';

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

  it('is over once it is resolved, also if somebody had it', () => {
    const acknowledged_at = '2026-11-21T07:00:00.000Z';
    assert.equal(
      alertState({ ...raised, acknowledged_at, resolved_at: raised.raised_at }, now),
      'over',
    );
  });
});

const page = 3;
const alert = (id: number, severity = 'warning') => ({ id, severity });
const idsOf = (alerts: readonly { id: number }[]) => alerts.map(({ id }) => id);

describe('a list of alerts after one was changed', () => {
  it('has it where it stood, also where it fits no more', () => {
    const changed = withChangedAlert([alert(9), alert(5)], alert(5, 'critical'), {
      fits: false,
      page,
    });
    assert.deepEqual(changed, [alert(9), alert(5, 'critical')]);
  });

  it('has a new one first, and none that does not fit', () => {
    assert.deepEqual(idsOf(withChangedAlert([alert(5)], alert(9), { fits: true, page })), [9, 5]);
    assert.deepEqual(idsOf(withChangedAlert([alert(5)], alert(9), { fits: false, page })), [5]);
  });

  it('leaves one of a later page to that page', () => {
    const shown = [alert(9), alert(8), alert(7)];
    assert.deepEqual(idsOf(withChangedAlert(shown, alert(2), { fits: true, page })), [9, 8, 7]);
    assert.deepEqual(idsOf(withChangedAlert([alert(9)], alert(2), { fits: true, page })), [9, 2]);
  });

  it('is always newest first, each once', () => {
    const ids = fc.uniqueArray(fc.nat(50)).map((all) => all.sort((a, b) => b - a));
    fc.assert(
      fc.property(ids, fc.nat(50), fc.boolean(), (before, id, fits) => {
        const after = idsOf(
          withChangedAlert(
            before.map((each) => alert(each)),
            alert(id),
            { fits, page },
          ),
        );
        assert.deepEqual(
          after,
          [...new Set(after)].sort((a, b) => b - a),
        );
        for (const each of before) assert.ok(after.includes(each));
      }),
    );
  });
});

it('an alert is put off by hours, or until seven of the next morning where its reader lives', () => {
  const late = Date.parse('2026-11-21T20:30:00.000Z');
  const times = snoozeTimes(late, 'Africa/Nairobi');
  const iso = Object.fromEntries(
    Object.entries(times).map(([name, at]) => [name, new Date(at).toISOString()]),
  );
  assert.deepEqual(iso, {
    hour: '2026-11-21T21:30:00.000Z',
    eightHours: '2026-11-22T04:30:00.000Z',
    morning: '2026-11-22T04:00:00.000Z',
  });
});
