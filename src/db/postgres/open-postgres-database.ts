import { setImmediate } from 'node:timers/promises';
import { createFewAtOnce } from '../../kit/async/fair-turns.ts';
import type { Timers } from '../../kit/time/timers.ts';
import type { Database, DatabaseModules } from '../database.ts';
import type { Db } from '../db.ts';
import type { Partition, Partitions } from '../pipeline.ts';
import { findRenderer, importRenderers } from '../renderer.ts';
import { openShards } from './citus/shards.ts';
import { requireSupportedCitus } from './citus/version.ts';
import type { WorkerObserver } from './citus/worker.ts';
import { createNoticeWire } from './notices/notice-wire.ts';
import { createNotices } from './notices/notices.ts';
import { runOnPool } from './pipeline/run-pipelined.ts';
import { areReadingsSpread } from './placements.ts';
import type { PostgresOptions, PostgresPool } from './postgres.ts';
import { openKeyedPool, openPostgres, type PostgresDatabase } from './postgres-database.ts';
import { createReplica, type Replica, type ReplicaObserver } from './replica/replica.ts';

export type PostgresTarget = PostgresOptions & {
  engine: 'postgres';
  /** Replica for late reads, and its longest lag in milliseconds. */
  replica?: { url: string; longestLagMs: number } | undefined;
  /** Batches of readings that may be written at once, each on a connection beside the pool. */
  partitions: number;
};

/** Timers and observers from the program. */
export type Surroundings = {
  timers: Timers;
  replicaChanged: ReplicaObserver;
  workerChanged: WorkerObserver;
};

/** Longest wait for a connection to a replica: the primary answers what it does not. */
const replicaAnswersWithinMs = 1000;

/** Connections of `readWhole` in a cluster. */
const wholePool = 2;

/**
 * Opens PostgreSQL, with a replica for late reads where there is one, and with its workers where Citus has
 * spread the readings.
 */
export async function openPostgresDatabase(
  target: PostgresTarget,
  modules: DatabaseModules,
  { timers, replicaChanged, workerChanged }: Surroundings,
): Promise<Database> {
  const primary = openPostgres(target);
  const { db } = primary;
  const openBatches = async () => {
    const isSpread = await isSpreadByCitus(db);
    const { dropWaiting } = primary;
    const workers = { openPool: openKeyedPool, dropWaiting, timers, observer: workerChanged };
    if (isSpread) {
      const { db } = openPostgres({ ...target, poolSize: wholePool });
      return await openShards({ db, options: target, ...workers });
    }
    const { partitions } = target;
    return openLanes(openKeyedPool({ ...target, poolSize: partitions }), partitions);
  };
  const batches: Batches = await openBatches().catch(async (error: Error) => {
    await db.destroy();
    throw error;
  });
  const isSpread = batches.checkWorkers !== undefined;
  const keyed = primary.openKeyed(isSpread);
  const renderers = await importRenderers(modules.renderers.map(String));
  const { connectTimeoutMs } = target;
  const answersWithinMs = Math.min(replicaAnswersWithinMs, connectTimeoutMs);
  const openReplica = (url: string) => openPostgres({ ...target, url }, answersWithinMs);
  const observer = replicaChanged;
  const replica =
    target.replica === undefined
      ? undefined
      : createReplica({
          replica: openReplica(target.replica.url),
          primary,
          timers,
          observer,
          longestLagMs: target.replica.longestLagMs,
        });
  const read: Replica['read'] = replica?.read ?? ((work) => work(primary));
  // The other half of the connections is for short reads.
  const inTurn = createFewAtOnce(Math.max(1, Math.floor(target.poolSize / 2)));
  return {
    engine: 'postgres',
    isSpread,
    read: db,
    readWhole: batches.db ?? db,
    writeWhole: batches.db ?? db,
    longRead: db,
    inTurn,
    lateRead: (work, signal) => inTurn(() => read((late) => work(late.db)), signal),
    ...(replica && { checkReplica: replica.check, replicaLagMs: replica.lagMs }),
    write: db,
    transaction: (work) => db.transaction().execute(work),
    render: async (query, name, argument, { arrived, signal, hasBytes = false } = {}) => {
      const find = (late: PostgresDatabase) =>
        hasBytes ? late.readBytes(query) : late.readLists(query);
      const { rows, columns } = await inTurn(() => read(find), signal);
      if (arrived) {
        arrived(rows);
        // The next read has to be on its way before the thread is busy.
        await setImmediate();
      }
      return findRenderer(renderers, name)(rows as never[][], columns, argument as never);
    },
    perform: (work, argument) =>
      keyed.transaction().execute((trx) => work.run(trx, 'postgres', argument)),
    partitions: batches.partitions,
    ...(batches.checkWorkers && { checkWorkers: batches.checkWorkers }),
    ...(batches.isWorkerAway && { isWorkerAway: batches.isWorkerAway }),
    notices: createNotices(createNoticeWire(target, db)),
    close: async () => {
      await replica?.close();
      await batches.close();
      await db.destroy();
    },
  };
}

/** Target of batches of readings: chosen here once, for one PostgreSQL or for Citus. */
type Batches = Pick<Database, 'checkWorkers' | 'isWorkerAway'> & {
  db?: Db;
  partitions: Partitions;
  close: () => Promise<void>;
};

async function isSpreadByCitus(db: Db): Promise<boolean> {
  const isSpread = await areReadingsSpread(db);
  if (isSpread) await requireSupportedCitus(db);
  return isSpread;
}

/** The partitions of one PostgreSQL: batches that are written at once, over as many connections. */
function openLanes(
  pool: PostgresPool,
  count: number,
): { partitions: Partitions; close: () => Promise<void> } {
  const run = runOnPool(pool);
  const first: Partition = { run };
  const lanes = [first, ...Array.from({ length: count - 1 }, (): Partition => ({ run }))];
  return {
    partitions: { count, of: (deviceId) => lanes[deviceId % count] ?? first },
    close: () => pool.end(),
  };
}
