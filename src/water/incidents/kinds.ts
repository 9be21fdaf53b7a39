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
  /** Water that runs away, by so many nights; litres where the capacity is known, confidence 0 to 1. */
  leak: Leak;
  /** Nothing was heard of the device since. */
  offline: { device: string; last_seen_at: number };
};

type Leak = {
  litres_per_day: number | null;
  percent_per_day: number;
  nights: number;
  confidence: number;
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
  'leak',
  'offline',
] as const satisfies IncidentKind[];

/** Kinds that a sensor's readings tell by themselves, and those that a device tells of itself. */
export type SensorKind = 'low' | 'overflow' | 'stuck' | 'jump' | 'noise';
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
  leak: 'maintenance',
  offline: 'offline',
} as const satisfies Record<Exclude<IncidentKind, 'note'>, AlertType>;
