import { levelSentence } from '../alert-sentences.ts';
import { critical, detectStatus, normal, type Thresholds } from './status.ts';

/**
 * What was last alerted of a sensor and is not over yet: `''`, or a type and a severity such as
 * `low:warning`.
 */
export type AlertState = string;

export type LevelAlert = {
  type: 'low' | 'overflow';
  severity: 'warning' | 'critical';
  message: string;
};

/** The threshold beyond which a level is of this type. */
const crossed = { low: 'low', overflow: 'high' } as const;

/** A level must come back this far, in percent, before the same threshold can alert again. */
const rearmMargin = 2;

/**
 * Decides whether a level is news. One alert when a threshold is crossed, one more when it becomes
 * critical, and then silence until the level has clearly come back: a tank that hovers at its
 * threshold must not wake its owner with every reading.
 */
export function judgeLevel(
  state: AlertState,
  sensorName: string,
  level: number,
  thresholds: Thresholds,
): { state: AlertState; alert?: LevelAlert } {
  const status = detectStatus(level, thresholds);
  if (status === normal) {
    return { state: isOver(state, level, thresholds) ? '' : state };
  }
  const type = level <= thresholds.low ? 'low' : 'overflow';
  const severity = status === critical ? 'critical' : 'warning';
  const [alertedType, alertedSeverity] = state.split(':');
  const isKnown =
    alertedType === type && (alertedSeverity === 'critical' || severity === 'warning');
  if (isKnown) return { state };
  const message = levelSentence(type, sensorName, level, thresholds[crossed[type]]);
  return { state: `${type}:${severity}`, alert: { type, severity, message } };
}

function isOver(state: AlertState, level: number, { high, low }: Thresholds): boolean {
  return state.startsWith('low') ? level > low + rearmMargin : level < high - rearmMargin;
}
