import { critical, statusOfLevel } from '../rules/status.ts';
import { type Detector, rearmMargin } from './detector.ts';

/** A level at or above the high threshold; critical from the middle between it and full. */
export const overflow: Detector<'overflow'> = {
  kind: 'overflow',
  patienceMs: 0,
  judge: ({ level, noise, thresholds }) => {
    if (level >= thresholds.high) {
      const severity = statusOfLevel(level, thresholds) === critical ? 'critical' : 'warning';
      return { verdict: { is: 'wrong', severity, facts: { level, threshold: thresholds.high } } };
    }
    const isOver = level < thresholds.high - rearmMargin(noise);
    return { verdict: { is: isOver ? 'fine' : 'unclear' } };
  },
};
