import { minuteMs } from '../../kit/time/units.ts';
import type { Detector } from './detector.ts';

/** A pump that was switched on and brings no water; over once its owner clears the latch. */
export const dryRun: Detector<'dry_run'> = {
  kind: 'dry_run',
  patienceMs: 0,
  remembers: [],
  judge: ({ level, run }) => {
    const { latchedAt, watchedSince } = run?.state ?? {};
    if (latchedAt === undefined) return { verdict: { is: 'fine' } };
    const minutes = Math.round((latchedAt - (watchedSince ?? latchedAt)) / minuteMs);
    return { verdict: { is: 'wrong', severity: 'critical', facts: { level, minutes } } };
  },
};
