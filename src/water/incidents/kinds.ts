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
  /** A pump brought no water for so many minutes; the level then, and whether the server stopped it. */
  dry_run: { level: number; minutes: number; latched: boolean };
  /** A pump has run for so many minutes: past an `off`, past its longest run of `limit`, or into a full tank. */
  runs_on:
    | { minutes: number; past: 'off' | 'full' }
    | { minutes: number; past: 'limit'; limit: number };
  /** The sensor has said the same level since. */
  stuck: { level: number; since: number };
  /** Between two readings the level changed by more than water can do, within so many milliseconds. */
  jump: { from: number; to: number; within_ms: number };
  /** Standard deviation of the sensor's noise, and what was usual for it, in percent. */
  noise: { noise: number; usual: number };
  /** Percent of the device's charge. */
  battery: { battery: number };
  /** dBm of the device's network. */
  signal: { signal: number };
  /** Nothing was heard of the device since; `told_at` is when that was found, for the last time where it came back. */
  offline: { device: string; last_seen_at: number; told_at: number };
  /** So many devices fell silent together, the first of them by name; the place, where they are neighbours. */
  outage: {
    devices: number;
    /** Of those that its reader may see, the first ones; known where it is told to a person. */
    names?: string[];
    since: number;
    told_at: number;
    latitude: number | null;
    longitude: number | null;
  };
  /** A pump command that the device, though online, has not fetched, or not acknowledged. */
  unanswered: {
    command_id: number;
    command: string;
    sent_at: number;
    fetched: boolean;
    told_at: number;
  };
  /** What runs away, since when, and of how many nights that is known. */
  leak: {
    percent_per_day: number;
    litres_per_day: number | null;
    since: number;
    nights: number;
    confidence: number;
  };
};

export type IncidentKind = keyof Facts;

export const incidentKinds = [
  'note',
  'low',
  'overflow',
  'stuck',
  'jump',
  'noise',
  'battery',
  'signal',
  'dry_run',
  'runs_on',
  'offline',
  'outage',
  'unanswered',
  'leak',
] as const satisfies IncidentKind[];

/** Kinds that a sensor's readings tell by themselves, and those that a device tells of itself. */
export type SensorKind = 'low' | 'overflow' | 'stuck' | 'jump' | 'noise' | 'dry_run' | 'runs_on';
export type DeviceKind = 'battery' | 'signal';

/** What detectors look for. */
export type DetectedKind = SensorKind | DeviceKind;

/** Kinds that can be switched off for a sensor: those that are about one. */
export const mutableKinds = [
  'low',
  'overflow',
  'stuck',
  'jump',
  'noise',
  'dry_run',
  'runs_on',
  'leak',
] as const satisfies IncidentKind[];
export type MutableKind = (typeof mutableKinds)[number];

/** An incident's kind with its facts, to be told apart by the kind. */
export type Happening = { [K in IncidentKind]: { kind: K; facts: Facts[K] } }[IncidentKind];

/** The type of alert (document 1, section 2) that each kind is; a note has the one that its writer chose. */
export const alertTypeOf = {
  low: 'low',
  overflow: 'overflow',
  stuck: 'sensor',
  jump: 'sensor',
  noise: 'sensor',
  battery: 'sensor',
  signal: 'sensor',
  dry_run: 'pump',
  runs_on: 'pump',
  offline: 'offline',
  outage: 'offline',
  unanswered: 'pump',
  leak: 'maintenance',
} as const satisfies Record<Exclude<IncidentKind, 'note'>, AlertType>;
