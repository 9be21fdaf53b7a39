import { severityOfLevel } from '../../status.ts';
import type { Detector } from '../detector.ts';
import { judgeBeyond, patienceMs } from './reached-level.ts';

/** A level at or above the high threshold; critical from the middle between it and full. */
export const overflow: Detector<'overflow'> = {
  kind: 'overflow',
  patienceMs,
  remembers: [],
  judge: (observation) => {
    const { thresholds } = observation;
    const side = { side: 1, threshold: thresholds.high } as const;
    return judgeBeyond<'overflow'>(observation, side, (level) =>
      severityOfLevel(level, thresholds),
    );
  },
};
