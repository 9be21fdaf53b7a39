import type { Language } from '../../../accounts/language.ts';
import type { PumpCommand, Severity } from '../../fields.ts';

/** Tank as Home Assistant is shown it, for one person. Null is what nobody knows; it is never a 0. */
export type TankView = {
  deviceId: number;
  macOrSerial: string;
  name: string;
  /** Of the person: names of entities and sentences are in it. */
  language: Language;
  isOnline: boolean;
  lastSeenAt: number | null;
  /** Percent, and dBm, as the device last said. */
  battery: number | null;
  signal: number | null;
  problems: readonly Problem[];
  /** Whether its pumps may be switched from Home Assistant. */
  maySwitch: boolean;
  sensors: readonly SensorView[];
};

/** Open incident of a device. */
export type Problem = {
  kind: string;
  severity: Severity;
  sensorName: string | null;
  since: number;
  message: string;
};

export type SensorView = {
  /** Number within the device, which no renaming changes. */
  sensorNo: number;
  name: string;
  /** Percent. */
  level: number | null;
  /** Whether the tank is told in litres: it has a capacity, or its readings a volume. */
  hasLitres: boolean;
  litres: number | null;
  temperature: number | null;
  /** Litres since midnight in the person's time zone, without changes that nothing explains. */
  usedToday: number | null;
  daysLeft: number | null;
  /** Null where nothing says that there is one. */
  pump: PumpView | null;
};

export type PumpView = {
  /** What the device itself has said; null where it has not. */
  running: boolean | null;
  /** Command that waits for the device, or that it has fetched and not yet answered. */
  waiting: { command: PumpCommand; since: number; isFetched: boolean } | null;
  /** Whether the server steers it. */
  isSteered: boolean;
  /** Instant of the run without water since which the server does not start it. */
  latchedSince: number | null;
};
