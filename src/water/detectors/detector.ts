import type { Facts, SensorKind } from '../incidents/kinds.ts';
import type { PumpState } from '../rules/pump-state.ts';
import type { Thresholds } from '../rules/status.ts';

/** What is known of a sensor's pump, and how long it may run at most. */
export type PumpRun = { state: PumpState; maxRunMs: number };

/** The newest reading of a sensor, as detectors see it. */
export type Observation = {
  recordedAt: number;
  /** The level that is believed, in percent: what a single reading says may be an echo of anything. */
  level: number;
  /** Standard deviation of the sensor's noise, in percent. */
  noise: number;
  /** What the pump was said to do; null where nothing is known of one. */
  pump: 'on' | 'off' | null;
  thresholds: Thresholds;
  /** Absent where nothing is known of a pump. */
  run?: PumpRun;
};

export type Severity = 'warning' | 'critical';

/**
 * What a detector makes of a reading: something is wrong, or nothing is, or neither can be said, so that
 * all stays as it was.
 */
export type Verdict<K extends SensorKind> =
  | { is: 'wrong'; severity: Severity; facts: Facts[K] }
  | { is: 'fine' }
  | { is: 'unclear' };

/** What a detector remembers of the readings before: a few numbers by name, kept in the sensor's row. */
export type Memory = { readonly [name: string]: number };

/** Finds one thing that can be wrong with a tank. Pure: it knows nothing but what it is given. */
export type Detector<K extends SensorKind = SensorKind> = {
  kind: K;
  /** How long, between readings, a warning must have held before it is raised; a critical one is at once. */
  patienceMs: number;
  judge: (observation: Observation, memory: Memory) => { verdict: Verdict<K>; memory?: Memory };
};

/** A level must come back this far, in percent, or four times the noise, before an incident of it is over. */
export function rearmMargin(noise: number): number {
  return Math.max(2, 4 * noise);
}
