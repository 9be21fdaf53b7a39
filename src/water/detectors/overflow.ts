import { levelSentence } from '../alert-sentences.ts';
import { critical, statusOfLevel } from '../rules/status.ts';
import { type Detector, rearmMargin } from './detector.ts';

/** A level at or above the high threshold; critical from the middle between it and full. */
export const overflow: Detector = {
  type: 'overflow',
  detect: ({ sensorName, level, thresholds }) => {
    if (level < thresholds.high) return undefined;
    const severity = statusOfLevel(level, thresholds) === critical ? 'critical' : 'warning';
    return { severity, message: levelSentence('overflow', sensorName, level, thresholds.high) };
  },
  isOver: ({ level, thresholds }) => level < thresholds.high - rearmMargin,
};
