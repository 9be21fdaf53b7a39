import type { Partition } from '../../db/pipeline.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { createBatcher, createKeyedBatchers } from '../../kit/async/batcher.ts';
import type { Component } from '../../kit/async/components.ts';
import { type BatchItem, itemOf, type ResultOf, weightOf } from './batch-items.ts';
import type { NewReading, RecordedReading, Recorder, SignedMessage } from './reading.ts';
import { createRecordSigned } from './record-signed.ts';
import { createStoreBatches, type StoreBatchesDeps } from './store-batches.ts';

/** Beyond this the disk does not keep up, and a device does better to come back later. */
const longestQueue = 20_000;

/**
 * The writer thread commits together what waits for it. So it is given readings as they come, a few at
 * a time, and works while the event loop reads the next ones.
 */
const besideWriter = { abreast: 3, eager: 16 };

/**
 * Group commit: what arrives while a commit is under way goes out together in the next one, so one
 * sync of the disk serves them all.
 */
export function createRecorder(deps: StoreBatchesDeps): Recorder & Component {
  const { db, observer } = deps;
  // By device, so that no batch waits for what another one of this process holds.
  const partitionOf = (deviceId: number) => db.partitions?.of(deviceId);
  const batches = createBatches(deps);
  let stopped = false;
  let messages = 0;

  /** Why nothing is taken now, if so. */
  const reasonToWait = (): string | undefined => {
    if (stopped) return 'The server is stopping; keep the reading and try again.';
    if (batches.waiting() < longestQueue) return undefined;
    return 'Storage does not keep up; keep the reading and try again.';
  };
  /** @throws ApiError 503 where no readings are taken now. */
  const requireRoom = (readings: number): void => {
    const reason = reasonToWait();
    if (reason === undefined) return;
    observer.answered('failed', readings);
    throw failures.unavailable(reason);
  };
  /** Marks readings as sent together: none of them is a repeat of another. */
  const noteMessage = (readings: NewReading[]): void => {
    messages += 1;
    for (const reading of readings) reading.message = messages;
  };
  const storeAll = createStoreAll(batches, partitionOf);
  const recordAll: Recorder['recordAll'] = async (readings) => {
    requireRoom(readings.length);
    noteMessage(readings);
    return await storeAll(readings);
  };
  const recordSigned = createRecordSigned({ partitionOf, add: batches.addMessage, recordAll });

  return {
    name: 'recorder',
    record: async (reading) => {
      requireRoom(1);
      for (;;) {
        const result = await batches.addReading(partitionOf(reading.deviceId), reading);
        if (result !== 'postponed') return result;
      }
    },
    recordAll,
    recordSigned: async (message) => {
      requireRoom(message.readings.length);
      noteMessage(message.readings);
      return await recordSigned(message);
    },
    markSeen: async (deviceId) => {
      if (reasonToWait() === undefined) await batches.addSighting(partitionOf(deviceId), deviceId);
    },
    stop: async () => {
      stopped = true;
      await batches.idle();
    },
  };
}

type Batches = ReturnType<typeof createBatches>;

/** The next batch of each partition, to which items are added; each addition resolves once that batch is durable. */
function createBatches(deps: StoreBatchesDeps) {
  const storeBatches = createStoreBatches(deps);
  const batchers = createKeyedBatchers((partition: Partition | undefined) =>
    createBatcher(storeBatches(partition), {
      weightOf,
      ...(deps.db.callWriter && besideWriter),
    }),
  );
  /** @throws what the item gives, where that is an error. */
  const add = <K extends BatchItem['kind']>(
    partition: Partition | undefined,
    item: BatchItem & { kind: K },
  ) => batchers.add(partition, item) as Promise<ResultOf[K]>;

  return {
    waiting: batchers.waiting,
    idle: batchers.idle,
    addReading: (partition: Partition | undefined, reading: NewReading) =>
      add(partition, itemOf(reading)),
    addReadings: (partition: Partition | undefined, readings: NewReading[]) =>
      batchers.addAll(partition, readings.map(itemOf)) as Promise<(ResultOf['reading'] | Error)[]>,
    addMessage: (partition: Partition | undefined, message: SignedMessage) =>
      add(partition, { kind: 'message', message }),
    addSighting: (partition: Partition | undefined, deviceId: number) =>
      add(partition, { kind: 'sighting', deviceId }),
  };
}

/** Creates `recordAll`: the readings of each partition take as many batches as they need. */
function createStoreAll(
  { addReadings }: Pick<Batches, 'addReadings'>,
  partitionOf: (deviceId: number) => Partition | undefined,
): Recorder['recordAll'] {
  return async (readings) => {
    const results = new Map<NewReading, RecordedReading | Error>();
    /** Adds readings of a partition until none is postponed. */
    const addAll = async (partition: Partition | undefined, own: NewReading[]): Promise<void> => {
      for (let open = own; open.length > 0; ) {
        const added = await addReadings(partition, open);
        for (const [at, result] of added.entries()) {
          if (result !== 'postponed') results.set(open[at] as NewReading, result);
        }
        open = open.filter((reading) => !results.has(reading));
      }
    };
    const byPartition = Map.groupBy(readings, ({ deviceId }) => partitionOf(deviceId));
    await Promise.all([...byPartition].map(([partition, own]) => addAll(partition, own)));
    return readings.map((reading) => results.get(reading) as RecordedReading | Error);
  };
}
