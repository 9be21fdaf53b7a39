import type { DetectedKind, Facts, SensorKind } from '../incidents/kinds.ts';
import type { PumpState } from '../pumps/pump-state.ts';
import type { Thresholds } from '../status.ts';

/** What is known of a sensor's pump, and how long it may run at most. */
export type PumpRun = { state: PumpState; maxRunMs: number };

/** The newest reading of a sensor, as detectors see it. */
export type Observation = {
  recordedAt: number;
  /** The level that is believed, in percent: what a single reading says may be an echo of anything. */
  level: number;
  /** The level that the reading says, and whether it lies too far from the others to be believed. */
  raw: number;
  isSuspect: boolean;
  /** Standard deviation of the sensor's noise, in percent. */
  noise: number;
  /** What the pump was said to do; null where nothing is known of one. */
  pump: 'on' | 'off' | null;
  thresholds: Thresholds;
  /** Absent where nothing is known of a pump. */
  run?: PumpRun;
  /** Of the tank, in litres; null where it is not configured. */
  capacity: number | null;
  /** The reading before; undefined where this is the sensor's first. */
  before: Pick<Observation, 'recordedAt' | 'level' | 'raw' | 'isSuspect'> | undefined;
};

/** What a device says of itself, as detectors see it. */
export type Health = {
  recordedAt: number;
  /** Percent of its charge, and dBm of its network; null where it does not say. */
  battery: number | null;
  signal: number | null;
};

/** How bad a detector can call a thing: of the severities of alerts, never `info`. */
export type DetectedSeverity = 'warning' | 'critical';

/**
 * What a detector makes of a reading: something is wrong, or nothing is, or neither can be said, so that
 * all stays as it was.
 */
export type Verdict<K extends DetectedKind> =
  | {
      is: 'wrong';
      severity: DetectedSeverity;
      facts: Facts[K];
      /** Beyond doubt, so that it is raised at once. */
      isCertain?: boolean;
    }
  | { is: 'fine' }
  | { is: 'unclear' };

/** What a detector remembers of the readings before: a few numbers by name, kept in the sensor's row. */
export type Memory = { readonly [name: string]: number };

/**
 * Finds one thing that can be wrong with a tank, or with whatever else is observed. Pure: it knows
 * nothing but what it is given.
 */
export type Detector<K extends DetectedKind = SensorKind, O = Observation> = {
  kind: K;
  /**
   * How long, between readings, a warning must have held before it is raised; one that is critical or
   * certain is at once.
   */
  patienceMs: number;
  /** The names of its memory, in the order in which they are stored: new ones come last. */
  remembers: readonly string[];
  /** Without a memory in the answer nothing is remembered any more. */
  judge: (observation: O, memory: Memory) => { verdict: Verdict<K>; memory?: Memory };
};

/** A level must come back this far, in percent, or four times the noise, before an incident of it is over. */
export function rearmMargin(noise: number): number {
  return Math.max(2, 4 * noise);
}
