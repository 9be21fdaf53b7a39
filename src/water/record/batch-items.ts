import { failures } from '../../kit/api/failures/api-error.ts';
import type { Batch, BatchOutcome, MessageOutcome, Postponed, Refusal } from './batch-parts.ts';
import type { NewReading, RecordedReading, Sighting, SignedMessage } from './reading.ts';
import { refusalFailure } from './refusal-failure.ts';

/** What goes into a batch, whole. */
export type BatchItem = NewReading | Sighting | SignedMessage;

/** What a batch has taken of a signed message. */
export type TakenPart = {
  outcome: MessageOutcome;
  recorded: (RecordedReading | Error | Postponed)[];
};

/** What a batch gives for an item; undefined for a sighting. */
export type ItemResult = RecordedReading | TakenPart | Error | Postponed | undefined;

/** The readings of some items. */
export function readingsIn(items: readonly BatchItem[]): NewReading[] {
  return items.flatMap((item) => {
    if ('proof' in item) return item.readings;
    return 'isSighting' in item ? [] : item;
  });
}

/** The devices whose rows an item writes, its sender first: a gateway's message has readings of others. */
export function devicesOfItem(item: BatchItem): number[] {
  return [...new Set([item.deviceId, ...readingsIn([item]).map(({ deviceId }) => deviceId)])];
}

/** What an item weighs where batches and what waits for them are kept within bounds: its readings. */
export function weightOf(item: BatchItem): number {
  return 'proof' in item ? Math.max(1, item.readings.length) : 1;
}

export function toBatch(
  items: readonly BatchItem[],
): Pick<Batch, 'readings' | 'seen' | 'messages'> {
  const batch: ReturnType<typeof toBatch> = { readings: [], seen: [], messages: [] };
  for (const item of items) {
    if ('proof' in item) batch.messages.push(item);
    else if ('isSighting' in item) batch.seen.push(item.deviceId);
    else batch.readings.push(item);
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
    if ('isSighting' in item) return undefined;
    if (!('proof' in item)) {
      return toResult(recorded[next++] ?? 'gone', item);
    }
    const message = messages[nextMessage++];
    if (!message) return failures.notFound('Device');
    const own = message.recorded.map((found, at) =>
      toResult(found, item.readings[at] as NewReading),
    );
    return { outcome: message.outcome, recorded: own };
  });
}
