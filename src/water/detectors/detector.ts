import type { AlertType } from '../fields.ts';
import type { Thresholds } from '../rules/status.ts';

/** The newest reading of a sensor, as detectors see it. */
export type Observation = {
  sensorName: string;
  /** Percent. */
  level: number;
  thresholds: Thresholds;
};

export type Severity = 'warning' | 'critical';

export type Finding = { severity: Severity; message: string };

/** Finds one thing that can be wrong with a tank. Pure: it knows nothing but what it is given. */
export type Detector = {
  /** The type of the alerts that it raises. */
  type: AlertType;
  /** What is wrong now, if it is. */
  detect: (observation: Observation) => Finding | undefined;
  /** Whether what was wrong has clearly passed; until then it is not alerted again. */
  isOver: (observation: Observation) => boolean;
};

/** A level must come back this far, in percent, before the same threshold can alert again. */
export const rearmMargin = 2;
