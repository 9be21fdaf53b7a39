import type { AlertType } from '../fields.ts';

/**
 * What can be wrong, with what is told of it: numbers, and names as they were then. Texts are made of
 * them where they are shown (`incident-sentence.ts`). Levels are percent of capacity, instants epoch
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

/** What is true of every incident of a kind. */
type KindTraits = {
  /**
   * What finds it: a detector in a sensor's `reading` or in a device's word of its `health`, a background
   * `loop`, or a `person` who wrote a note.
   */
  foundIn: 'reading' | 'health' | 'loop' | 'person';
  /** The type of alert (document 1, section 2) that it is; a note has the one that its writer chose. */
  type: AlertType | null;
  /** Whether it can be switched off for a sensor: of kinds that are about one. */
  isMutable: boolean;
};

/** The one table of kinds. Muted kinds are stored, and answered, in this order. */
export const kinds = {
  note: { foundIn: 'person', type: null, isMutable: false },
  low: { foundIn: 'reading', type: 'low', isMutable: true },
  overflow: { foundIn: 'reading', type: 'overflow', isMutable: true },
  stuck: { foundIn: 'reading', type: 'sensor', isMutable: true },
  jump: { foundIn: 'reading', type: 'sensor', isMutable: true },
  noise: { foundIn: 'reading', type: 'sensor', isMutable: true },
  battery: { foundIn: 'health', type: 'sensor', isMutable: false },
  signal: { foundIn: 'health', type: 'sensor', isMutable: false },
  dry_run: { foundIn: 'reading', type: 'pump', isMutable: true },
  runs_on: { foundIn: 'reading', type: 'pump', isMutable: true },
  offline: { foundIn: 'loop', type: 'offline', isMutable: false },
  outage: { foundIn: 'loop', type: 'offline', isMutable: false },
  unanswered: { foundIn: 'loop', type: 'pump', isMutable: false },
  leak: { foundIn: 'loop', type: 'maintenance', isMutable: true },
} as const satisfies Record<IncidentKind, KindTraits>;

export const incidentKinds = Object.keys(kinds) as IncidentKind[];

type KindsWith<Traits> = {
  [K in IncidentKind]: (typeof kinds)[K] extends Traits ? K : never;
}[IncidentKind];

/** Kinds that a sensor's readings tell by themselves, and those that a device tells of itself. */
export type SensorKind = KindsWith<{ foundIn: 'reading' }>;
export type DeviceKind = KindsWith<{ foundIn: 'health' }>;

/** What detectors look for. */
export type DetectedKind = SensorKind | DeviceKind;

export type MutableKind = KindsWith<{ isMutable: true }>;
export const mutableKinds = incidentKinds.filter(
  (kind): kind is MutableKind => kinds[kind].isMutable,
);

/** An incident's kind with its facts, to be told apart by the kind. */
export type Happening = { [K in IncidentKind]: { kind: K; facts: Facts[K] } }[IncidentKind];
