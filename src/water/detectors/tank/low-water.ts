import { severityOfLevel } from '../../status.ts';
import type { Detector } from '../detector.ts';
import { judgeBeyond, patienceMs } from './reached-level.ts';

/** A level at or below the low threshold; critical at half of it. */
export const lowWater: Detector<'low'> = {
  kind: 'low',
  patienceMs,
  remembers: [],
  judge: (observation) => {
    const { thresholds } = observation;
    const side = { side: -1, threshold: thresholds.low } as const;
    return judgeBeyond<'low'>(observation, side, (level) => severityOfLevel(level, thresholds));
  },
};
