import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasElapsed, isAhead, isOvertaken, latestEnd } from './elapsed.ts';
import { minuteMs } from './units.ts';

const now = Date.parse('2026-11-21T08:00:00Z');

describe('stored instants', () => {
  it('are ahead beyond the minutes by which clocks may differ', () => {
    assert.deepEqual(
      [now, now + 6 * minuteMs, now + 6 * minuteMs + 1].map((instant) => isAhead(instant, now)),
      [false, false, true],
    );
    assert.equal(latestEnd(now, minuteMs), now + 7 * minuteMs);
  });

  it('count as long ago when they are ahead', () => {
    const since = [now - 1000, now - 999, now + 6 * minuteMs, now + 7 * minuteMs];
    assert.deepEqual(
      since.map((instant) => hasElapsed(instant, now, 1000)),
      [true, false, false, true],
    );
  });

  it('overtake what was measured before them, unless they are ahead', () => {
    const known = [null, now - 1, now, now + 1, now + 6 * minuteMs, now + 7 * minuteMs];
    assert.deepEqual(
      known.map((instant) => isOvertaken(now, instant, now)),
      [false, false, false, true, true, false],
    );
  });
});
