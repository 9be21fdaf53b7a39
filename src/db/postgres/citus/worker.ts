import { isSilence, isUnreachable } from '../../storage-away.ts';
import type { Asked, RunPipelined } from '../pipeline/pipeline.ts';
import { runOnPool } from '../pipeline/run-pipelined.ts';
import type { PostgresPool } from '../postgres.ts';

type WorkerState = 'up' | 'away';

/** How a worker was found, by its host and port. */
export type WorkerHealth = { name: string; state: WorkerState };

/** Is told once for each change of a worker, and why. */
export type WorkerObserver = (worker: string, state: WorkerState, error?: unknown) => void;

/** A server of the cluster that has shards. */
export type Worker = {
  /** Its host and port. */
  name: string;
  /** As whoever asked it last has found it. */
  state: () => WorkerState;
  /**
   * A transaction that begins with these statements.
   * @throws WorkerAwayError at once while the worker is away.
   */
  run: <T>(first: Asked[], work: Parameters<RunPipelined>[0]) => Promise<T>;
  /** Asks it something small, to learn its state; once for all who ask at the same time. */
  ask: () => Promise<void>;
  close: () => Promise<void>;
};

type WorkerDeps = {
  name: string;
  pool: PostgresPool;
  observer: WorkerObserver;
};

/** For whoever asks something of a worker that is away. */
class WorkerAwayError extends Error {
  /** SQLSTATE `connection_failure`, as storage that cannot serve just now. */
  readonly code = '08006';
}

/**
 * A worker with connections of its own. Where it refuses or falls silent, whoever asks it fails at once
 * from then on, and nobody else is touched.
 */
export function createWorker({ name, pool, observer }: WorkerDeps): Worker {
  let state: WorkerState = 'up';
  let asking: Promise<void> | undefined;

  const become = (now: WorkerState, error?: unknown) => {
    if (now === state) return;
    state = now;
    observer(name, state, error);
  };
  const noticeFailure = (error: unknown) => {
    if (isUnreachable(error) || isSilence(error)) become('away', error);
  };

  return {
    name,
    state: () => state,
    run: async (first, work) => {
      if (state === 'away') throw new WorkerAwayError(`the worker ${name} does not answer`);
      try {
        return (await runOnPool(pool, first)(work)) as never;
      } catch (error) {
        noticeFailure(error);
        throw error;
      }
    },
    ask: () => {
      asking ??= pool
        .query('select 1')
        .then(() => become('up'), noticeFailure)
        .finally(() => {
          asking = undefined;
        });
      return asking;
    },
    close: () => pool.end(),
  };
}
