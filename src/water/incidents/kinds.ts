import type { AlertType } from '../fields.ts';

/**
 * What can be wrong, with what is told of it: numbers, and names as they were then. Texts are made of
 * them where they are shown (`tell-incident.ts`). Levels are percent of capacity, instants epoch
 * milliseconds.
 */
export type Facts = {
  /** Written by a person: document 1, `alerts.php?action=create`. */
  note: { text: string };
  /** The level and the threshold that it crossed. */
  low: { level: number; threshold: number };
  overflow: { level: number; threshold: number };
  /** A pump brought no water for so many minutes; the level then. */
  dry_run: { level: number; minutes: number };
  /** A pump has run for so many minutes past an `off`, or, where `limit` is not 0, in all against so many. */
  runs_on: { minutes: number; limit: number };
  /** Nothing was heard of the device since. */
  offline: { device: string; last_seen_at: number };
};

export type IncidentKind = keyof Facts;

export const incidentKinds = [
  'note',
  'low',
  'overflow',
  'dry_run',
  'runs_on',
  'offline',
] as const satisfies IncidentKind[];

/** Kinds that a sensor's readings tell by themselves: what detectors look for. */
export type SensorKind = 'low' | 'overflow' | 'dry_run' | 'runs_on';

/** An incident's kind with its facts, to be told apart by the kind. */
export type Happening = { [K in IncidentKind]: { kind: K; facts: Facts[K] } }[IncidentKind];

/** The type of alert (document 1, section 2) that each kind is; a note has the one that its writer chose. */
export const alertTypeOf = {
  low: 'low',
  overflow: 'overflow',
  dry_run: 'pump',
  runs_on: 'pump',
  offline: 'offline',
} as const satisfies Record<Exclude<IncidentKind, 'note'>, AlertType>;
