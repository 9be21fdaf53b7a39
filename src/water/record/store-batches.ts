import type { Logger } from 'pino';
import type { BatchStorage } from '../../db/database.ts';
import type { Partition } from '../../db/pipeline.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Timers } from '../../kit/time/timers.ts';
import {
  type BatchItem,
  devicesOfItem,
  type ItemResult,
  itemOf,
  readingsIn,
  type TakenPart,
  toBatch,
  toResults,
} from './batch-items.ts';
import { type Batch, type BatchOutcome, type Commit, outcomesOf, storedOf } from './batch-parts.ts';
import { createFindBlocked } from './postgres/find-blocked.ts';
import { createPostgresCommit } from './postgres/postgres-commit.ts';
import type { NewReading, SignedMessage } from './reading.ts';
import { BlockedError } from './row-failures.ts';
import { createStoreAround, type Patience } from './store-around.ts';
import { storeWithoutFaults } from './store-without-faults.ts';

/** What became of a reading: `refused` for what it says, `failed` because storage could not take it. */
export type ReadingOutcome = 'stored' | 'refused' | 'failed';

/** Called with every commit, and with what became of the readings. */
export type RecorderObserver = {
  committed: (readings: number, seconds: number) => void;
  answered: (outcome: ReadingOutcome, readings: number) => void;
};

/** Who wants to hear of what commits have done, after each; it never fails and never waits. */
export type CommitListener = {
  /** True if anybody listens; asked before events are prepared. */
  isAwaited: () => boolean;
  committed: (outcome: BatchOutcome) => void;
};

export type StoreBatchesDeps = Pick<
  Batch,
  'commandMs' | 'staleOnMs' | 'onlineMs' | 'sensorsPerDevice'
> & {
  db: BatchStorage;
  clock: Clock;
  timers: Pick<Timers, 'now'>;
  log: Logger;
  listener: CommitListener;
  observer: RecorderObserver;
};

/** Stores items as one batch, or around what cannot be stored. @returns what each gave, in their order. */
type StoreBatch = (items: BatchItem[]) => Promise<ItemResult[]>;

/** Devices that are remembered from one batch to the next, of all partitions together. */
const mostRemembered = 20_000;

/** Most devices that a line of the log names. */
const mostNamed = 20;

/** Creates the function that stores the batches of a partition and reports each commit. */
export function createStoreBatches(
  deps: StoreBatchesDeps,
): (partition: Partition | undefined) => StoreBatch {
  return (partition) => {
    const commit = createCommit(deps.db, partition);
    const fail = (items: BatchItem[], error: unknown) => failItems(deps, items, error);
    return createStoreAround<BatchItem, ItemResult>({
      store: (items, patience) => storeItems(deps, commit, items, patience),
      storeWithoutFaults: async (item, error) =>
        item.kind === 'message'
          ? await storeWithoutFaults(faultDepsOf(deps, commit), item.message, error)
          : undefined,
      devicesOf: devicesOfItem,
      findBlocked: partition && createFindBlocked(partition),
      fail,
      foundBlocked: (devices) => warnOfBlocked(deps.log, devices),
      tick: deps.timers.now,
    });
  };
}

/** Stores all of some items in one commit, or nothing. */
async function storeItems(
  deps: StoreBatchesDeps,
  commit: Commit,
  items: BatchItem[],
  patience: Patience,
): Promise<ItemResult[]> {
  const { listener, sensorsPerDevice } = deps;
  const start = performance.now();
  const outcome = await commit(batchOf(deps, items), patience);
  observe(deps, outcome, (performance.now() - start) / 1000);
  if (listener.isAwaited()) listener.committed(outcome);
  return toResults(items, outcome, sensorsPerDevice);
}

function batchOf(
  { clock, commandMs, staleOnMs, onlineMs, sensorsPerDevice }: StoreBatchesDeps,
  items: BatchItem[],
): Batch {
  return { ...toBatch(items), now: clock(), commandMs, staleOnMs, onlineMs, sensorsPerDevice };
}

function observe({ observer }: StoreBatchesDeps, outcome: BatchOutcome, seconds: number): void {
  const done = outcomesOf(outcome).filter((each) => each !== 'postponed');
  if (done.length === 0) return;
  observer.committed(done.length, seconds);
  const stored = storedOf(outcome).length;
  observer.answered('stored', stored);
  observer.answered('refused', done.length - stored);
}

/** How `storeWithoutFaults` tries and stores parts of a signed message. */
function faultDepsOf(deps: StoreBatchesDeps, commit: Commit) {
  const itemsOf = (message: SignedMessage): BatchItem[] => [{ kind: 'message', message }];
  return {
    attempt: (message: SignedMessage) =>
      commit({ ...batchOf(deps, itemsOf(message)), isTrial: true }, 'patient'),
    store: async (message: SignedMessage) =>
      (await storeItems(deps, commit, itemsOf(message), 'patient'))[0] as TakenPart | Error,
    fail: (readings: NewReading[], error: unknown) => failItems(deps, readings.map(itemOf), error),
    tick: deps.timers.now,
  };
}

/** What is answered for items that were not stored. */
function failItems(
  { log, observer }: StoreBatchesDeps,
  items: BatchItem[],
  error: unknown,
): Error[] {
  const readings = items.flatMap(readingsIn).length;
  // A line was written when the blocked device was found.
  if (!(error instanceof BlockedError))
    log.error({ err: error, readings }, 'a commit of readings failed');
  observer.answered('failed', readings);
  return items.map((item) => {
    const text =
      readingsIn(item).length > 0
        ? 'The reading was not stored; try again.'
        : 'Storage does not answer; try again soon.';
    return failures.unavailable(text, 5, error);
  });
}

function warnOfBlocked(log: Logger, devices: number[]): void {
  log.warn(
    { devices: devices.slice(0, mostNamed) },
    "somebody else's transaction holds rows of devices; what they send is 503 until it ends",
  );
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
