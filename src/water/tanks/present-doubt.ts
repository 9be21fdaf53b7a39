import { toIso, toIsoOrNull } from '../../kit/time/instant.ts';
import { alertsWaitFor } from '../ledger/level-filter.ts';
import { unpackTracker } from '../ledger/tracker-text.ts';
import type { TrackedSensor } from './queries.ts';
import type { TankSensor } from './schemas.ts';

/** Presents the step for which alerts of a sensor's level wait; null where they wait for none. */
export function presentDoubt(tracked: TrackedSensor | undefined): TankSensor['doubt'] {
  if (!tracked) return null;
  const { filter, ratio } = unpackTracker(tracked.tracker);
  const waiting = alertsWaitFor(filter, ratio);
  if (!waiting) return null;
  const { reason, levelBefore, since, readingsLeft, until } = waiting;
  return {
    reason,
    level_before: Math.round(levelBefore * 10) / 10,
    since: toIso(since),
    readings_left: readingsLeft,
    until: toIsoOrNull(until),
  };
}
