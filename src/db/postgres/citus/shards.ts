import { sql } from 'kysely';
import { withDeadline } from '../../../kit/async/deadline.ts';
import type { Timers } from '../../../kit/time/timers.ts';
import type { Db } from '../../db.ts';
import type { Partition, Partitions, Shard } from '../../pipeline.ts';
import type { PostgresOptions, PostgresPool } from '../postgres.ts';
import { holdShard, isMoved } from './moved.ts';
import { type Address, readShardMap, type ShardMap } from './shard-map.ts';
import { createWorker, type Worker, type WorkerHealth, type WorkerObserver } from './worker.ts';

/** The shards of devices, as partitions of batches, and the servers that have them. */
export type Shards = {
  /** The coordinator, over connections that never wait for another server. */
  db: Db;
  partitions: Partitions;
  checkWorkers: () => Promise<WorkerHealth[]>;
  /** True if one of them did not answer a moment ago. */
  isWorkerAway: () => boolean;
  close: () => Promise<void>;
};

type ShardsDeps = {
  /** The coordinator, for nothing but this and what else waits for no other server; closed with it. */
  db: Db;
  options: PostgresOptions & { partitions: number };
  openPool: (options: PostgresOptions) => PostgresPool;
  /** Ends what has waited for the coordinator for so many milliseconds. */
  dropWaiting: (ms: number) => void;
  timers: Timers;
  observer: WorkerObserver;
};

/** A server that is slow answers within this, also for the first time; one that does not is silent. */
const patience = { connectTimeoutMs: 3000, statementTimeoutMs: 3000 };

const checkWithinMs = 1500;

/**
 * Interval at which each server is asked for its state, and longest wait for the answer: together less than
 * the five seconds within which devices and people are to be answered. Only this shows to callers of the
 * coordinator that a server is silent, since the coordinator waits for that one without a limit.
 */
const watchEveryMs = 1000;
const pulse = { connectTimeoutMs: 2500, statementTimeoutMs: 1500, poolSize: 1 };

/**
 * Longest wait for the coordinator meanwhile, since it waits for the server that is away: else all
 * connections would soon be taken by questions that nobody answers.
 */
const waitingMs = 2000;

/** Batches of a process that one server has in hand at once. */
const leastConnections = 4;

/**
 * Takes batches of readings to the servers that have their devices, each batch to the tables of one
 * shard: there it costs what it costs on one PostgreSQL, and the coordinator has no part in it. Where
 * a shard was moved or a server does not answer, the coordinator is asked anew who has what.
 */
export async function openShards(deps: ShardsDeps): Promise<Shards> {
  const { db, options, timers, observer } = deps;
  const workers = new Map<string, Worker>();
  const partitions = new Map<number, Partition>();
  let map = await readShardMap(db).catch(async (error: Error) => {
    await db.destroy();
    throw error;
  });
  let reading: Promise<void> | undefined;

  /** One question for all who need it now. */
  const readAgain = (): Promise<void> => {
    reading ??= readShardMap(db)
      .then((found) => {
        map = found;
        dropWorkersBut(found.places.map(({ address }) => nameOf(address)));
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };

  const isWorkerAway = () => [...workers.values()].some((worker) => worker.state() === 'away');
  /** If a server is away: reads the map of shards again, and ends the statements that wait for it. */
  const letGo = (): void => {
    if (!isWorkerAway()) return;
    deps.dropWaiting(waitingMs);
    readAgain().catch(() => {});
  };
  const noticeChange: WorkerObserver = (worker, state, error) => {
    observer(worker, state, error);
    letGo();
  };
  let cancelWatch = () => {};
  const watch = (): void => {
    letGo();
    for (const worker of present().values()) void worker.ask();
    cancelWatch = timers.after(watchEveryMs, watch);
  };

  /** A server that has no shard any more, or whose place another one has taken. */
  const dropWorkersBut = (names: string[]): void => {
    for (const [name, worker] of workers) {
      if (names.includes(name)) continue;
      workers.delete(name);
      worker.close().catch(() => {});
    }
  };

  const workerAt = (address: Address): Worker => {
    const name = nameOf(address);
    const known = workers.get(name);
    if (known) return known;
    const timeouts = {
      connectTimeoutMs: Math.min(options.connectTimeoutMs, patience.connectTimeoutMs),
      statementTimeoutMs: Math.min(options.statementTimeoutMs, patience.statementTimeoutMs),
    };
    const poolSize = Math.max(options.partitions, leastConnections);
    const here = { ...options, url: urlAt(options.url, address) };
    const pool = deps.openPool({ ...here, ...timeouts, poolSize });
    const askPool = deps.openPool({ ...here, ...pulse });
    const worker = createWorker({ name, pool, askPool, observer: noticeChange });
    workers.set(name, worker);
    return worker;
  };
  const present = (): Map<string, Worker> =>
    new Map(map.places.map(({ address }) => [nameOf(address), workerAt(address)]));

  const addressOf = (id: number): Address => {
    const place = map.places.find((each) => each.id === id);
    if (!place) throw new Error(`the shard ${id} was divided or is gone`);
    return place.address;
  };

  const addPartition = ({ id, tables }: ShardMap['places'][number]): Partition => {
    const shard: Shard = {
      id,
      tables,
      takeIds: (table, count) => takeIds(db, table, count),
      isAway: () => workerAt(addressOf(id)).state() === 'away',
    };
    const first = holdShard(id);
    const partition: Partition = {
      shard,
      run: async (work) => {
        const worker = workerAt(addressOf(id));
        try {
          return await worker.run(first, work);
        } catch (error) {
          if (isMoved(error)) await readAgain();
          throw error;
        }
      },
    };
    partitions.set(id, partition);
    return partition;
  };

  watch();
  return {
    db,
    partitions: {
      count: map.places.length,
      of: (deviceId) => {
        const place = map.find(deviceId);
        return partitions.get(place.id) ?? addPartition(place);
      },
    },
    checkWorkers: () =>
      Promise.all(
        [...present()].map(async ([name, worker]) => ({ name, state: await check(worker) })),
      ),
    isWorkerAway,
    close: async () => {
      cancelWatch();
      await Promise.all([...workers.values()].map((each) => each.close()));
      await db.destroy();
    },
  };
}

/** A readiness check does not wait long, and its deadline does not make the worker away. */
async function check(worker: Worker): Promise<WorkerHealth['state']> {
  // One that is away is asked every second anyway.
  if (worker.state() === 'away') return 'away';
  try {
    await withDeadline('asking the worker', checkWithinMs, worker.ask());
    return worker.state();
  } catch {
    return 'away';
  }
}

/**
 * Numbers are counted on the coordinator, as those that are given out there.
 * @throws Error that says nothing of the worker in whose transaction they are asked for.
 */
async function takeIds(db: Db, table: string, count: number): Promise<number[]> {
  const asked = sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id
    from generate_series(1, ${count}::integer)`.execute(db);
  const { rows } = await asked.catch((cause: unknown) => {
    throw new Error('the coordinator gives no numbers for new rows', { cause });
  });
  return rows.map(({ id }) => id);
}

function nameOf({ host, port }: Address): string {
  return `${host}:${port}`;
}

/** URL of the same database, user and TLS at another server. */
function urlAt(coordinator: string, { host, port }: Address): string {
  const url = new URL(coordinator);
  url.searchParams.delete('host');
  url.searchParams.delete('port');
  url.hostname = host.includes(':') ? `[${host}]` : host;
  url.port = String(port);
  return url.href;
}
