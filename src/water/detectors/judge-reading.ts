import type { Detector, Finding, Observation, Severity } from './detector.ts';
import { detectors } from './detectors.ts';

/** What is alerted of a sensor and not over yet, as its row stores it, such as `low:warning`. */
export type AlertState = string;

/** An alert to be raised. */
export type DetectedAlert = Finding & Pick<Detector, 'type'>;

/**
 * Decides what a reading is to be alerted for. One alert when something begins, one more when it
 * becomes critical, and then silence until it has clearly passed: a tank that hovers at its threshold
 * must not wake its owner with every reading.
 */
export function judgeReading(
  state: AlertState,
  observation: Observation,
): { state: AlertState; alerts: DetectedAlert[] } {
  const open = readState(state);
  const alerts: DetectedAlert[] = [];
  for (const { type, detect, isOver } of detectors) {
    const finding = detect(observation);
    const known = open.get(type);
    if (!finding) {
      if (known && isOver(observation)) open.delete(type);
    } else if (known !== 'critical' && known !== finding.severity) {
      open.set(type, finding.severity);
      alerts.push({ type, ...finding });
    }
  }
  return { state: writeState(open), alerts };
}

type Open = Map<Detector['type'], Severity>;

function readState(state: AlertState): Open {
  if (state === '') return new Map();
  return new Map(state.split(',').map((each) => each.split(':') as [Detector['type'], Severity]));
}

function writeState(open: Open): AlertState {
  return Array.from(open, ([type, severity]) => `${type}:${severity}`).join(',');
}
