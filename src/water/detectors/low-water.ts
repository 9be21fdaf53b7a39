import { critical, statusOfLevel } from '../rules/status.ts';
import { type Detector, rearmMargin } from './detector.ts';

/** A level at or below the low threshold; critical at half of it. */
export const lowWater: Detector<'low'> = {
  kind: 'low',
  patienceMs: 0,
  judge: ({ level, noise, thresholds }) => {
    if (level <= thresholds.low) {
      const severity = statusOfLevel(level, thresholds) === critical ? 'critical' : 'warning';
      return { verdict: { is: 'wrong', severity, facts: { level, threshold: thresholds.low } } };
    }
    const isOver = level > thresholds.low + rearmMargin(noise);
    return { verdict: { is: isOver ? 'fine' : 'unclear' } };
  },
};
