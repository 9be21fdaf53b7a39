import type { Logger } from 'pino';
import type { BatchStorage } from '../../db/database.ts';
import type { Partition } from '../../db/pipeline.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { createBatcher, createKeyedBatchers } from '../../kit/async/batcher.ts';
import type { Component } from '../../kit/async/components.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Timers } from '../../kit/time/timers.ts';
import {
  type BatchItem,
  devicesOfItem,
  type ItemResult,
  readingsIn,
  type TakenPart,
  toBatch,
  toResults,
  weightOf,
} from './batch-items.ts';
import { type Batch, type BatchOutcome, type Commit, outcomesOf, storedOf } from './batch-parts.ts';
import { createFindBlocked } from './postgres/find-blocked.ts';
import { createPostgresCommit } from './postgres/postgres-commit.ts';
import type { NewReading, RecordedReading, Recorder } from './reading.ts';
import { createRecordSigned } from './record-signed.ts';
import { BlockedError, createStoreAround, type Patience } from './store-around.ts';
import { storeWithoutFaults } from './store-without-faults.ts';

/** What became of a reading: `refused` for what it says, `failed` because storage could not take it. */
export type ReadingOutcome = 'stored' | 'refused' | 'failed';

/** Is told of every commit, and of what became of the readings. */
export type RecorderObserver = {
  committed: (readings: number, seconds: number) => void;
  answered: (outcome: ReadingOutcome, readings: number) => void;
};

/** Who wants to hear of what commits have done, after each; it never fails and never waits. */
export type CommitListener = {
  /** Whether anybody listens; asked before any work is done for the sake of telling. */
  isAwaited: () => boolean;
  committed: (outcome: BatchOutcome) => void;
};

type RecorderDeps = {
  db: BatchStorage;
  clock: Clock;
  timers: Pick<Timers, 'now'>;
  log: Logger;
  /** Life of a pump command, in milliseconds. */
  commandMs: number;
  /** How long an `on` waits for its device, in milliseconds. */
  staleOnMs: number;
  /** Silence that makes a device offline, in milliseconds. */
  onlineMs: number;
  sensorsPerDevice: number;
  listener: CommitListener;
  observer: RecorderObserver;
};

/** Beyond this the disk does not keep up, and a device does better to come back later. */
const longestQueue = 20_000;

/**
 * The writer thread commits together what waits for it. So it is given readings as they come, a few at
 * a time, and works while the event loop reads the next ones.
 */
const besideWriter = { abreast: 3, eager: 16 };

/** Devices that are remembered from one batch to the next, of all partitions together. */
const mostRemembered = 20_000;

/** Most devices that a line of the log names. */
const mostNamed = 20;

/**
 * Group commit: what arrives while a commit is under way goes out together in the next one, so one
 * sync of the disk serves them all.
 */
export function createRecorder(deps: RecorderDeps): Recorder & Component {
  const { db, clock, log, sensorsPerDevice, listener, observer } = deps;
  const { commandMs, staleOnMs, onlineMs, timers } = deps;
  let stopped = false;
  let messages = 0;

  const batchOf = (items: BatchItem[]): Batch => {
    const limits = { commandMs, staleOnMs, onlineMs, sensorsPerDevice };
    return { ...toBatch(items), now: clock(), ...limits };
  };
  const store = async (
    commit: Commit,
    items: BatchItem[],
    patience: Patience,
  ): Promise<ItemResult[]> => {
    const start = performance.now();
    const outcome = await commit(batchOf(items), patience);
    const done = outcomesOf(outcome).filter((each) => each !== 'postponed');
    if (done.length > 0) {
      observer.committed(done.length, (performance.now() - start) / 1000);
      const stored = storedOf(outcome).length;
      observer.answered('stored', stored);
      observer.answered('refused', done.length - stored);
    }
    if (listener.isAwaited()) listener.committed(outcome);
    return toResults(items, outcome, sensorsPerDevice);
  };

  const fail = (items: BatchItem[], error: unknown): Error[] => {
    const readings = readingsIn(items).length;
    // A line was written when the blocked device was found.
    if (!(error instanceof BlockedError))
      log.error({ err: error, readings }, 'a commit of readings failed');
    observer.answered('failed', readings);
    return items.map((item) =>
      failures.unavailable(
        readingsIn([item]).length > 0
          ? 'The reading was not stored; try again.'
          : 'Storage does not answer; try again soon.',
        5,
        error,
      ),
    );
  };
  const foundBlocked = (devices: number[]): void =>
    log.warn(
      { devices: devices.slice(0, mostNamed) },
      "somebody else's transaction holds rows of devices; what they send is 503 until it ends",
    );

  // By device, so that no batch waits for what another one of this process holds.
  const partitionOf = (deviceId: number) => db.partitions?.of(deviceId);
  const batchers = createKeyedBatchers((partition: Partition | undefined) => {
    const commit = createCommit(db, partition);
    const storeAround = createStoreAround<BatchItem, ItemResult>({
      store: (items, patience) => store(commit, items, patience),
      storeWithoutFaults: async (item, error) => {
        if (!('proof' in item)) return undefined;
        const deps = {
          attempt: (message: BatchItem) =>
            commit({ ...batchOf([message]), isTrial: true }, 'patient'),
          store: async (message: BatchItem) =>
            (await store(commit, [message], 'patient'))[0] as TakenPart | Error,
          fail,
          now: timers.now,
        };
        return await storeWithoutFaults(deps, item, error);
      },
      devicesOf: devicesOfItem,
      findBlocked: partition && createFindBlocked(partition),
      fail,
      foundBlocked,
      now: timers.now,
    });
    return createBatcher(storeAround, { weightOf, ...(db.callWriter && besideWriter) });
  });
  /** Adds readings of a partition until none is postponed. @returns what became of each, in their order. */
  const addAll = async (
    partition: Partition | undefined,
    readings: readonly NewReading[],
  ): Promise<(RecordedReading | Error)[]> => {
    const results = new Map<number, RecordedReading | Error>();
    for (let open = [...readings.keys()]; open.length > 0; ) {
      const added = await batchers.addAll(
        partition,
        open.map((index) => readings[index] as NewReading),
      );
      for (const [at, index] of open.entries()) {
        const result = added[at];
        // Only sightings give nothing, and only signed messages an outcome.
        if (result !== 'postponed') results.set(index, result as RecordedReading | Error);
      }
      open = open.filter((index) => !results.has(index));
    }
    return readings.map((_, index) => results.get(index) as RecordedReading);
  };
  /** Why nothing is taken now, if so. */
  const reasonToWait = (): string | undefined => {
    if (stopped) return 'The server is stopping; keep the reading and try again.';
    if (batchers.waiting() < longestQueue) return undefined;
    return 'Storage does not keep up; keep the reading and try again.';
  };
  /** @throws ApiError 503 where no readings are taken now. */
  const requireRoom = (readings: number): void => {
    const reason = reasonToWait();
    if (reason === undefined) return;
    observer.answered('failed', readings);
    throw failures.unavailable(reason);
  };
  /** Notes of readings that they come together: none of them is another one again. */
  const noteMessage = (readings: NewReading[]): void => {
    messages += 1;
    for (const reading of readings) reading.message = messages;
  };
  const recordAll: Recorder['recordAll'] = async (readings) => {
    requireRoom(readings.length);
    noteMessage(readings);
    const results = new Map<NewReading, RecordedReading | Error>();
    const byPartition = Map.groupBy(readings, ({ deviceId }) => partitionOf(deviceId));
    const done = [...byPartition].map(async ([partition, some]) => {
      const taken = await addAll(partition, some);
      for (const [index, reading] of some.entries()) {
        results.set(reading, taken[index] as RecordedReading);
      }
    });
    await Promise.all(done);
    return readings.map((reading) => results.get(reading) as RecordedReading);
  };
  const recordSigned = createRecordSigned({
    partitionOf,
    add: async (partition, message) => (await batchers.add(partition, message)) as TakenPart,
    recordAll,
  });
  return {
    name: 'recorder',
    record: async (reading) => {
      requireRoom(1);
      for (;;) {
        const result = await batchers.add(partitionOf(reading.deviceId), reading);
        // It throws errors, and only sightings give nothing.
        if (result !== 'postponed') return result as RecordedReading;
      }
    },
    recordAll,
    recordSigned: async (message) => {
      requireRoom(message.readings.length);
      noteMessage(message.readings);
      return await recordSigned(message);
    },
    markSeen: async (deviceId) => {
      if (reasonToWait() === undefined)
        await batchers.add(partitionOf(deviceId), { deviceId, isSighting: true });
    },
    stop: async () => {
      stopped = true;
      await batchers.idle();
    },
  };
}

/** On SQLite the batch runs on the writer thread, on PostgreSQL over a connection of its partition. */
function createCommit({ callWriter, partitions }: BatchStorage, partition?: Partition): Commit {
  if (callWriter) {
    return async (batch) =>
      (await callWriter(batch.isTrial ? 'tryBatch' : 'recordBatch', batch)) as BatchOutcome;
  }
  if (!partitions || !partition)
    throw new Error('the database has neither a writer nor partitions');
  return createPostgresCommit(partition, Math.ceil(mostRemembered / partitions.count));
}
