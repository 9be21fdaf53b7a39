import type { DetectedKind, Facts, SensorKind } from '../incidents/kinds.ts';
import type { PumpState } from '../pumps/pump-state.ts';
import type { Thresholds } from '../status.ts';

/** State of a sensor's pump, and its longest run in milliseconds. */
export type PumpRun = { state: PumpState; maxRunMs: number };

/** Newest reading of a sensor, as detectors see it. */
export type Observation = {
  recordedAt: number;
  /** Filtered level in percent; a single reading may be an echo of anything. */
  level: number;
  /** Measured level, and true if it lies too far from the others to be believed. */
  raw: number;
  isSuspect: boolean;
  /** Set where the level is believed, but may be an echo, or the failure of a sensor. */
  isDoubted?: true;
  /** Set where the level moved with this reading, or has just before, but by the ledger no water made it. */
  isNoWater?: true;
  /** Standard deviation of the sensor's noise, in percent. */
  noise: number;
  /** Reported status of the pump; null where none is reported. */
  pump: 'on' | 'off' | null;
  thresholds: Thresholds;
  /** Highest percent that the sensor can say; absent where that is 100. */
  sensorTop?: number | undefined;
  /** Absent where the tank has no known pump. */
  run?: PumpRun;
  /** Capacity of the tank in litres; null where it is not configured. */
  capacity: number | null;
  /** Silence that is more than its device's rhythm, in milliseconds; absent where that is not known. */
  silenceMs?: number;
  /** Reading before it; undefined for the sensor's first. */
  before: Pick<Observation, 'recordedAt' | 'level' | 'raw' | 'isSuspect'> | undefined;
};

/** Report of a device on itself, as detectors see it. */
export type Health = {
  recordedAt: number;
  /** Percent of its charge, and dBm of its network; null where they are not reported. */
  battery: number | null;
  signal: number | null;
  /** What is wrong with its clock; null where nothing is, absent where it says nothing of the time. */
  clock?: Facts['clock'] | null;
};

/** Severity that a detector can give: of the severities of alerts, never `info`. */
export type DetectedSeverity = 'warning' | 'critical';

/**
 * Result of a detector for a reading: something is wrong, nothing is, or it cannot be decided and the state
 * stays as it was.
 */
export type Verdict<K extends DetectedKind> =
  | {
      is: 'wrong';
      severity: DetectedSeverity;
      facts: Facts[K];
      /** Set if there is no doubt, so that it is raised at once. */
      isCertain?: boolean;
    }
  | {
      is: 'fine';
      /** What is known of the incident now that it is over; left out where that is what was told of it. */
      facts?: Facts[K];
    }
  | { is: 'unclear' };

/** Memory of a detector of earlier readings: a few numbers by name, kept in the sensor's row. */
export type Memory = { readonly [name: string]: number };

/** Finds one thing that can be wrong with a tank or a device. Pure: it depends on its arguments alone. */
export type Detector<K extends DetectedKind = SensorKind, O = Observation> = {
  kind: K;
  /**
   * Time between readings that a warning must have held before it is raised; a critical or certain one is
   * raised at once.
   */
  patienceMs: number;
  /** Names of its memory, in the order in which they are stored: new ones come last. */
  remembers: readonly string[];
  /**
   * Judges an observation; without a memory in the answer, the memory is cleared.
   * @param begunAt begin of the incident that is open, or that would be the same if it came back
   */
  judge: (
    observation: O,
    memory: Memory,
    begunAt?: number,
  ) => { verdict: Verdict<K>; memory?: Memory };
};

/**
 * Returns the percent by which a level must have come back before its incident ends: 2, or four times the
 * noise.
 */
export function rearmMargin(noise: number): number {
  return Math.max(2, 4 * noise);
}
