import { failures } from '../../kit/api/failures/api-error.ts';
import type { Batch, BatchOutcome, MessageOutcome, Postponed, Refusal } from './batch-parts.ts';
import type { NewReading, RecordedReading, SignedMessage } from './reading.ts';
import { refusalFailure } from './refusal-failure.ts';

/**
 * An item goes into one batch as a whole. A sighting says that a device was seen without a reading, at the instant of
 * the batch.
 */
export type BatchItem =
  | { kind: 'reading'; reading: NewReading }
  | { kind: 'message'; message: SignedMessage }
  | { kind: 'sighting'; deviceId: number };

/** What a batch has taken of a signed message. */
export type TakenPart = {
  outcome: MessageOutcome;
  recorded: (RecordedReading | Error | Postponed)[];
};

/** What a batch gives for an item of each kind, where it is no error. */
export type ResultOf = {
  reading: RecordedReading | Postponed;
  message: TakenPart;
  sighting: undefined;
};

export type ItemResult = ResultOf[BatchItem['kind']] | Error;

/** A reading of no signed message, as an item. */
export function itemOf(reading: NewReading): BatchItem & { kind: 'reading' } {
  return { kind: 'reading', reading };
}

/** The readings of an item. */
export function readingsIn(item: BatchItem): NewReading[] {
  switch (item.kind) {
    case 'reading':
      return [item.reading];
    case 'message':
      return item.message.readings;
    case 'sighting':
      return [];
  }
}

/** The devices whose rows an item writes, its sender first: a gateway's message has readings of others. */
export function devicesOfItem(item: BatchItem): number[] {
  const devices = readingsIn(item).map(({ deviceId }) => deviceId);
  if (item.kind === 'sighting') return [item.deviceId];
  return item.kind === 'reading' ? devices : [...new Set([item.message.deviceId, ...devices])];
}

/** The weight of an item in the limits of a batch and of the queue: its readings. */
export function weightOf(item: BatchItem): number {
  return item.kind === 'message' ? Math.max(1, item.message.readings.length) : 1;
}

export function toBatch(
  items: readonly BatchItem[],
): Pick<Batch, 'readings' | 'seen' | 'messages'> {
  const batch: ReturnType<typeof toBatch> = { readings: [], seen: [], messages: [] };
  for (const item of items) {
    if (item.kind === 'reading') batch.readings.push(item.reading);
    else if (item.kind === 'message') batch.messages.push(item.message);
    else batch.seen.push(item.deviceId);
  }
  return batch;
}

/** @returns what the outcome of their batch is for each of the items. */
export function toResults(
  items: readonly BatchItem[],
  { recorded, messages }: BatchOutcome,
  sensorsPerDevice: number,
): ItemResult[] {
  const toResult = (found: RecordedReading | Refusal | Postponed, reading: NewReading) => {
    if (found === 'postponed' || typeof found !== 'string') return found;
    return refusalFailure(found, reading, sensorsPerDevice);
  };
  let [next, nextMessage] = [0, 0];
  return items.map((item) => {
    if (item.kind === 'sighting') return undefined;
    if (item.kind === 'reading') return toResult(recorded[next++] ?? 'gone', item.reading);
    const message = messages[nextMessage++];
    if (!message) return failures.notFound('Device');
    const { readings } = item.message;
    const own = message.recorded.map((found, at) => toResult(found, readings[at] as NewReading));
    return { outcome: message.outcome, recorded: own };
  });
}
