import type { MaybeReadingValues } from '../../db/tables/reading-fields.ts';
import { minuteMs } from '../../kit/time/units.ts';
import type { Count } from '../boot-times.ts';
import type { CounterProof, CounterVerdict } from '../signed-counter.ts';
import type { ReadingRow } from './rollups/rollup.ts';

/** Who made a reading, as it is stored. */
export const deviceSource = 0;
export const userSource = 1;

/**
 * A reading younger than this is of now. An older one, which a device kept while it was offline, is
 * history: it is stored and counted, yet it neither wakes anybody nor moves a pump.
 */
const freshMs = 10 * minuteMs;

export function isFresh(recordedAt: number, now: number): boolean {
  return recordedAt > now - freshMs;
}

/** Whether a device has measured it just now: what is history, or typed by a person, wakes nobody. */
export function isOfNow(
  { recorded_at, source }: { recorded_at: number | null; source: number | null },
  now: number,
): boolean {
  return source === deviceSource && recorded_at !== null && isFresh(recorded_at, now);
}

/**
 * A reading on its way in, checked and identified. A volume or status that is null, the rules decide; a
 * level that is null, the tank's shape, from `level_cm` or `distance`.
 */
export type NewReading = MaybeReadingValues & {
  /** Centimetres from the sensor down to the water, where that is what was measured. */
  distance: number | null;
  source: number;
  deviceId: number;
  sensorName: string;
  /** When it was measured, as the device says, or null: now. */
  recordedAt: number | null;
  /** Set where that is from the future: it is refused unless the device's clock is known to be ahead. */
  isAhead?: true;
  /** Set where the device said how old it is, so that its clock has no part in that. */
  isByAge?: boolean;
  /** Set of the older ones that a device sends together: its clock is judged by the newest of them. */
  isKept?: true;
  /** Time from the one before it to the newest of those that a device sends together, in milliseconds. */
  spacingMs?: number;
  /** The number of the message that brings it and others; readings that come by themselves have none. */
  message?: number;
  /**
   * When its signed message was first taken, or, of a reading of age 0, when it came: its instant where it says
   * none itself.
   */
  takenAt?: number;
  /** Its place in the device's count, for a board without a clock, with what the device says of that count. */
  count?: Count & { present: Count | null; paceMs: number | null };
  /** What the device said of that, where its clock is wrong and `recordedAt` was set right. */
  reportedAt?: number;
  /** Set where its signed message had come before, so that it is no sign of life. */
  isOfRepeat?: true;
  /** Percent; of the device's battery, where it says so. */
  battery: number | null;
  /** dBm; of the device's network, where it says so. */
  signal: number | null;
};

/** A reading as it is stored, once it is durable. */
export type RecordedReading = ReadingRow & {
  sensor_name: string;
  /** Pump commands that wait for the device. */
  pending_commands: number;
  /** Set where it was stored before. */
  isRepeated?: true;
  /** Set where it is not what was sent: its instant had a reading already, with another level. */
  isOther?: true;
  /** What its device said of when it was measured, where that was set right. */
  reported_at?: number;
};

/**
 * What a batch did besides storing readings: an incident or a pump command that it made or changed, by
 * its id, or a device that came online, by when it was seen.
 */
export type Consequence = {
  kind: 'incident' | 'command' | 'online';
  deviceId: number;
  value: number;
};

/** A signed message: its counter is taken in one commit with the readings that it brings, if any. */
export type SignedMessage = {
  deviceId: number;
  proof: CounterProof;
  /** When it came, in epoch milliseconds. */
  at: number;
  readings: NewReading[];
  /** When a batch took it first that left a part of it to the next one. */
  takenAt?: number;
};

/** What became of a signed message, and of each of its readings: they are stored by the commit that takes its counter, or before. */
export type TakenMessage = { outcome: CounterVerdict; recorded: (RecordedReading | Error)[] };

/** Takes readings and makes them durable together. */
export type Recorder = {
  /**
   * Resolves once the reading and all that follows from it are on the disk.
   * @throws ApiError 404 when the device is gone, 409 when it would be one sensor more than it may
   * have, 400 where its level does not follow from what was sent, 503 when the commit failed.
   */
  record: (reading: NewReading) => Promise<RecordedReading>;
  /**
   * Takes readings that were sent together, as many batches as they need; resolves once all of them are done.
   * @returns the result of each, in their order; where one was not stored, the error that `record` would throw.
   */
  recordAll: (readings: NewReading[]) => Promise<(RecordedReading | Error)[]>;
  /**
   * Notes that a device was seen. It stands here since batches write the status of devices, too. It is skipped while
   * the queue is full.
   * @throws ApiError 503 when the commit failed.
   */
  markSeen: (deviceId: number) => Promise<void>;
  /**
   * Stores a signed message, and notes that its sender was seen. The counter is committed with the last reading.
   * Readings that storage refuses are left out; on Citus, those of devices on other servers follow it.
   * @returns an error in place of each reading that was not stored, as `recordAll`.
   * @throws ApiError 404 when the device is gone, 503 when the commit failed.
   */
  recordSigned: (message: SignedMessage) => Promise<TakenMessage>;
};
