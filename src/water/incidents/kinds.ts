import type { Language } from '../../accounts/language.ts';
import type { AlertType } from '../fields.ts';
import type { NamedDevice } from '../tank-name.ts';

/**
 * Facts of each kind of incident: numbers, and names as they were then. Texts are made of them where they are
 * shown (`incident-sentence.ts`). Levels are percent of capacity, instants epoch milliseconds.
 */
export type Facts = {
  /** Written by a person: document 1, `alerts.php?action=create`. */
  note: { text: string };
  /** The level and the threshold that it crossed. */
  low: { level: number; threshold: number };
  /** The same; once it is over, about how many litres ran over, where that is known. */
  overflow: { level: number; threshold: number; spilt_litres?: number };
  /**
   * Minutes for which a pump brought no water, the level then, whether the server keeps it off until its owner
   * says otherwise, and, of one that it tries again, when.
   */
  dry_run: { level: number; minutes: number; latched: boolean; rests_until?: number };
  /** Minutes for which a pump has run past an `off`, past its longest run of `limit`, or into a full tank. */
  runs_on:
    | { minutes: number; past: 'off' | 'full' }
    | { minutes: number; past: 'limit'; limit: number };
  /**
   * Level that the sensor has repeated, since when, and the reading that showed it, the last time where it came
   * back; alerts of older versions do not have that.
   */
  stuck: { level: number; since: number; told_at?: number };
  /** Change of the level between two readings, `within_ms`, by more than water can do. */
  jump: { from: number; to: number; within_ms: number };
  /** Standard deviation of the sensor's noise, and what was usual for it, in percent. */
  noise: { noise: number; usual: number };
  /**
   * Water that goes out far faster than it ever did: percent and litres within so many minutes, and the greatest
   * percent that was usual within two hours.
   */
  heavy_use: { percent: number; litres: number | null; minutes: number; usual: number };
  /** Percent of the device's charge. */
  battery: { battery: number };
  /** dBm of the device's network. */
  signal: { signal: number };
  /** What is wrong with a device's clock; the minutes by which it is behind, negative where it is ahead. */
  clock: { problem: 'off'; minutes: number } | { problem: 'still' | 'jumps' };
  /**
   * Silence of a device; `told_at` is when it was found, the last time where it came back. `pumps` are the
   * sensors whose pumps ran, as far as is known.
   */
  offline: NamedDevice & {
    last_seen_at: number;
    told_at: number;
    pumps?: string[];
    stops_by?: number;
  };
  /**
   * Number of devices that fell silent together, since when, and the place of the first where all stand within
   * 2 km of it.
   */
  outage: {
    devices: number;
    /** First devices of those that the reader may see; set only when a person reads it. */
    names?: string[];
    /** The fullest places of those devices, to about a kilometre; set only when a person reads it. */
    places?: { latitude: number; longitude: number; devices: number }[];
    /** At how many places they stand in all. */
    place_count?: number;
    /** How many devices stand at them, also at those that are not named. */
    placed?: number;
    /** Those whose place nobody knows. */
    unplaced?: number;
    since: number;
    told_at: number;
    latitude: number | null;
    longitude: number | null;
  };
  /**
   * The readings of a device are refused: so many since then, the first wrong field of the last one, what is
   * wrong with it and what it held.
   */
  refused: NamedDevice & {
    count: number;
    since: number;
    field: string;
    message: string;
    sent: string | null;
  };
  /** Pump command that the device, though online, has not fetched, or not acknowledged. */
  unanswered: {
    command_id: number;
    command: string;
    sent_at: number;
    fetched: boolean;
    told_at: number;
  };
  /**
   * Loss of water, since when, and the number of nights that show it; of one that goes on as found last, with the
   * percent a day by which it was news, and by which rate it went since when, the oldest first.
   */
  leak: {
    percent_per_day: number;
    litres_per_day: number | null;
    since: number;
    nights: number;
    confidence: number;
    told_percent_per_day?: number;
    rates?: { since: number; percent_per_day: number; litres_per_day: number | null }[];
  };
};

export type IncidentKind = keyof Facts;

/** Properties of every incident of a kind. */
type KindTraits = (Detected | Told) &
  (Mutable | { isMutable: false }) & {
    /** Type of alert (document 1, section 2); null for a note, whose writer chooses it. */
    type: AlertType | null;
  };

/** A kind that a detector finds in a sensor's `reading` or in a device's `health`. */
type Detected = {
  foundIn: 'reading' | 'health';
  /** Number by which rows store what its detector remembers. It never changes; a new kind takes the next one. */
  number: number;
};

/** A kind that a background `loop` finds, or a `person` who writes a note. */
type Told = { foundIn: 'loop' | 'person' };

/** A kind that can be switched off for a sensor, where it goes by its label; only kinds that concern one can. */
type Mutable = { isMutable: true; label: Readonly<Record<Language, string>> };

/** The one table of kinds. Muted kinds are stored, and answered, in this order. */
export const kinds = {
  note: { foundIn: 'person', type: null, isMutable: false },
  low: {
    foundIn: 'reading',
    number: 0,
    type: 'low',
    isMutable: true,
    label: { en: 'Low water', sw: 'Maji kidogo' },
  },
  overflow: {
    foundIn: 'reading',
    number: 1,
    type: 'overflow',
    isMutable: true,
    label: { en: 'Overflow', sw: 'Kufurika' },
  },
  stuck: {
    foundIn: 'reading',
    number: 2,
    type: 'sensor',
    isMutable: true,
    label: { en: 'A sensor that is stuck', sw: 'Kihisi kilichokwama' },
  },
  jump: {
    foundIn: 'reading',
    number: 3,
    type: 'sensor',
    isMutable: true,
    label: { en: 'A level that jumps', sw: 'Kiwango kinachoruka' },
  },
  noise: {
    foundIn: 'reading',
    number: 4,
    type: 'sensor',
    isMutable: true,
    label: { en: 'Readings that tremble', sw: 'Vipimo vinavyotetemeka' },
  },
  heavy_use: {
    foundIn: 'reading',
    number: 9,
    type: 'maintenance',
    isMutable: true,
    label: { en: 'Far more use than ever', sw: 'Matumizi makubwa kuliko kawaida' },
  },
  battery: { foundIn: 'health', number: 7, type: 'sensor', isMutable: false },
  signal: { foundIn: 'health', number: 8, type: 'sensor', isMutable: false },
  clock: { foundIn: 'health', number: 10, type: 'sensor', isMutable: false },
  dry_run: {
    foundIn: 'reading',
    number: 5,
    type: 'pump',
    isMutable: true,
    label: { en: 'A pump that brings no water', sw: 'Pampu isiyoleta maji' },
  },
  runs_on: {
    foundIn: 'reading',
    number: 6,
    type: 'pump',
    isMutable: true,
    label: { en: 'A pump that runs too long', sw: 'Pampu inayofanya kazi muda mrefu mno' },
  },
  offline: { foundIn: 'loop', type: 'offline', isMutable: false },
  outage: { foundIn: 'loop', type: 'offline', isMutable: false },
  refused: { foundIn: 'loop', type: 'sensor', isMutable: false },
  unanswered: { foundIn: 'loop', type: 'pump', isMutable: false },
  leak: {
    foundIn: 'loop',
    type: 'maintenance',
    isMutable: true,
    label: { en: 'A leak', sw: 'Uvujaji' },
  },
} as const satisfies Record<IncidentKind, KindTraits>;

export const incidentKinds = Object.keys(kinds) as IncidentKind[];

type KindsWith<Traits> = {
  [K in IncidentKind]: (typeof kinds)[K] extends Traits ? K : never;
}[IncidentKind];

/** Kinds that are found in readings, and kinds that are found in a device's health. */
export type SensorKind = KindsWith<{ foundIn: 'reading' }>;
export type DeviceKind = KindsWith<{ foundIn: 'health' }>;

export type DetectedKind = SensorKind | DeviceKind;

/** What is wrong with a device itself, which ends with the hardware. */
export const deviceKinds = incidentKinds.filter((kind) => kinds[kind].foundIn === 'health');
export const detectedKinds = incidentKinds.filter(
  (kind): kind is DetectedKind => 'number' in kinds[kind],
);

export type MutableKind = KindsWith<{ isMutable: true }>;
export const mutableKinds = incidentKinds.filter(
  (kind): kind is MutableKind => kinds[kind].isMutable,
);

/** Kind of an incident with its facts, discriminated by the kind. */
export type Happening = { [K in IncidentKind]: { kind: K; facts: Facts[K] } }[IncidentKind];
