import { levelSentence } from '../alert-sentences.ts';
import { critical, statusOfLevel } from '../rules/status.ts';
import { type Detector, rearmMargin } from './detector.ts';

/** A level at or below the low threshold; critical at half of it. */
export const lowWater: Detector = {
  type: 'low',
  detect: ({ sensorName, level, thresholds }) => {
    if (level > thresholds.low) return undefined;
    const severity = statusOfLevel(level, thresholds) === critical ? 'critical' : 'warning';
    return { severity, message: levelSentence('low', sensorName, level, thresholds.low) };
  },
  isOver: ({ level, thresholds }) => level > thresholds.low + rearmMargin,
};
