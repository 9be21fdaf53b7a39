import { minuteMs } from '../../../kit/time/units.ts';
import type { Detector } from '../detector.ts';

/**
 * A pump that runs and brings no water; over once its owner clears the latch, or, of a pump that is
 * switched by hand, once a run brings some.
 */
export const dryRun: Detector<'dry_run'> = {
  kind: 'dry_run',
  patienceMs: 0,
  remembers: [],
  judge: ({ level, run }) => {
    const { latchedAt, dryAt, watchedSince } = run?.state ?? {};
    const since = latchedAt ?? dryAt;
    if (since === undefined) return { verdict: { is: 'fine' } };
    const minutes = Math.round((since - (watchedSince ?? since)) / minuteMs);
    const facts = { level, minutes, latched: latchedAt !== undefined };
    return { verdict: { is: 'wrong', severity: 'critical', facts } };
  },
};
