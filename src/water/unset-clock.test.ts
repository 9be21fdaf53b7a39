import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { dayMs } from '../kit/time/units.ts';
import { isOfUnsetClock } from './unset-clock.ts';

const now = Date.UTC(2026, 10, 28);
const field = 'recorded_at';

it('a clock that is years behind is not set, in whatever form it is said', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(2024, 0, 1) / 1000 }), (seconds) => {
      const iso = new Date(seconds * 1000).toISOString();
      for (const sent of [iso, ` ${iso}`, String(seconds)])
        assert.ok(isOfUnsetClock({ field, sent }, now), sent);
    }),
  );
});

it('history, what is ahead, no instant and other fields are no clock that is not set', () => {
  const ofDays = (days: number) => new Date(now - days * dayMs).toISOString();
  for (const sent of [ofDays(365), ofDays(8), ofDays(-4000), 'yesterday', '', null])
    assert.ok(!isOfUnsetClock({ field, sent }, now), String(sent));
  assert.ok(!isOfUnsetClock({ field: 'water_level_percent', sent: '143' }, now));
});
