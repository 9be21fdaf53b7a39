import type { CounterVerdict } from '../signed-counter.ts';
import { defaultThresholds, type Thresholds } from '../status.ts';
import type { NoLevel } from '../tank-shapes/fill-by-shape.ts';
import type { SensorKey, SensorState } from './batch-statements.ts';
import type { Consequence, NewReading, RecordedReading, SignedMessage } from './reading.ts';
import type { ReadingRow } from './rollups/rollup.ts';
import type { Patience } from './store-around.ts';

/** A batch as it goes to the database, with all that its rules need to know. */
export type Batch = {
  /** Those of no signed message. */
  readings: NewReading[];
  /** Devices that were seen otherwise. */
  seen: number[];
  messages: SignedMessage[];
  now: number;
  /** Life of a pump command that the batch may send. */
  commandMs: number;
  /** How long an `on` that the batch may send waits for its device. */
  staleOnMs: number;
  /** Silence that makes a device offline, in milliseconds. */
  onlineMs: number;
  sensorsPerDevice: number;
  /** Set where nothing of it is to stay stored: it only shows whether it could be. */
  isTrial?: true;
};

/** A reading on its way through the batch. */
export type Entry = {
  reading: NewReading;
  row: ReadingRow;
  sensor: SensorState;
  /** Set where it was stored before, or comes twice in the batch. */
  isRepeated?: true;
  /** Set where the instant that it names has another reading, which stays. */
  isOther?: true;
  /** Set where its level is not yet known to be the water's (`isAlarmDoubted`). */
  isDoubted?: true;
  /** Set where its level is another one, though no water went or came. */
  isNoWater?: true;
};

/**
 * Why a reading is not stored: its device is gone, or has no room for one more sensor, or its level does
 * not follow from what was sent, or it is from the future.
 */
export type Refusal = 'gone' | 'full' | 'future' | NoLevel;

/** A reading, or a message, that the next transaction is to store, so that others need not wait for so long. */
export type Postponed = 'postponed';

/**
 * What became of a signed message. A postponed one goes into the next batch, dated `at`, with the readings that are not
 * stored yet.
 */
export type MessageOutcome = CounterVerdict | { verdict: Postponed; at: number };

export type BatchOutcome = {
  /** What became of each reading of no signed message, in the order of the batch. */
  recorded: (RecordedReading | Refusal | Postponed)[];
  /** What became of each of the `messages`; undefined where its device is gone. */
  messages: (
    | { outcome: MessageOutcome; recorded: (RecordedReading | Refusal | Postponed)[] }
    | undefined
  )[];
  consequences: Consequence[];
};

/** What became of all readings of a batch, those of signed messages as well. */
export function outcomesOf({ recorded, messages }: BatchOutcome): BatchOutcome['recorded'] {
  return messages.length === 0
    ? recorded
    : [...recorded, ...messages.flatMap((message) => message?.recorded ?? [])];
}

/** The readings of a batch that are stored, those of signed messages as well. */
export function storedOf(outcome: BatchOutcome): RecordedReading[] {
  return outcomesOf(outcome).filter((each) => typeof each !== 'string');
}

/** Makes a batch durable on either engine. */
export type Commit = (batch: Batch, patience: Patience) => Promise<BatchOutcome>;

/** In one order everywhere, so that two batches can never wait for each other. */
export function devicesOfBatch(batch: Pick<Batch, 'readings' | 'seen' | 'messages'>): number[] {
  const ids = new Set(batch.seen);
  for (const { deviceId } of batch.messages) ids.add(deviceId);
  for (const { deviceId } of readingsOf(batch)) ids.add(deviceId);
  return [...ids].sort((a, b) => a - b);
}

/** All readings of a batch, those of signed messages as well. */
export function readingsOf({ readings, messages }: Pick<Batch, 'readings' | 'messages'>) {
  return messages.length === 0
    ? readings
    : [...readings, ...messages.flatMap((message) => message.readings)];
}

/** The sensors of some readings, each once. */
export function sensorsOf(readings: readonly NewReading[]): SensorKey[] {
  const keys = new Map<string, SensorKey>();
  for (const { deviceId, sensorName: name } of readings) {
    keys.set(sensorKey(deviceId, name), { deviceId, name });
  }
  return [...keys.values()];
}

/** Tells a sensor from any other, as the key of a map. */
export function sensorKey(deviceId: number, name: string): string {
  return `${deviceId}/${name}`;
}

/** The thresholds of a sensor's configuration, else the ones that hold without. */
export function thresholdsOf({ high_threshold, low_threshold }: SensorState): Thresholds {
  return {
    high: high_threshold ?? defaultThresholds.high,
    low: low_threshold ?? defaultThresholds.low,
  };
}
