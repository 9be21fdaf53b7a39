import assert from 'node:assert/strict';
import { it } from 'node:test';
import { snoozeTimes } from './snooze-times.ts';

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
