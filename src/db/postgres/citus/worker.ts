import { DeadlineError, withDeadline } from '../../../kit/async/deadline.ts';
import type { Asked, RunPipelined } from '../../pipeline.ts';
import { isSilence, isUnreachable } from '../../storage-away.ts';
import { runOnPool } from '../pipeline/run-pipelined.ts';
import type { PostgresPool } from '../postgres.ts';

type WorkerState = 'up' | 'away';

export type WorkerHealth = { name: string; state: WorkerState };

/** Called back once for each change of a worker, with the reason. */
export type WorkerObserver = (worker: string, state: WorkerState, error?: unknown) => void;

export type Worker = {
  name: string;
  /** State found by the last question to it. */
  state: () => WorkerState;
  /**
   * A transaction that begins with these statements.
   * @throws WorkerAwayError at once while the worker is away, and where it takes more than 4.5 seconds.
   */
  run: <T>(first: Asked[], work: Parameters<RunPipelined>[0]) => Promise<T>;
  /**
   * Asks it something small, to learn its state, over a connection that waits for nothing else; once for
   * all who ask at the same time.
   */
  ask: () => Promise<void>;
  close: () => Promise<void>;
};

type WorkerDeps = {
  name: string;
  pool: PostgresPool;
  /** For `ask` alone: all of the other connections may wait, for the move of a shard for instance. */
  askPool: PostgresPool;
  observer: WorkerObserver;
};

/** Longest wait of a transaction, for a connection and for all answers, so that a device waits no longer. */
const answerWithinMs = 4500;

/** Thrown to callers while a worker is away. */
class WorkerAwayError extends Error {
  /** SQLSTATE `connection_failure`, as storage that cannot serve just now. */
  readonly code = '08006';
}

/**
 * A worker with connections of its own. If it refuses or falls silent, calls to it fail at once from then
 * on, and no other worker is affected.
 */
export function createWorker({ name, pool, askPool, observer }: WorkerDeps): Worker {
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
      const done = runOnPool(pool, first)(work) as Promise<never>;
      // Also after the deadline: only then is it known whether the worker was silent or slow.
      done.catch(noticeFailure);
      try {
        return await withDeadline(`the worker ${name}`, answerWithinMs, done);
      } catch (error) {
        throw error instanceof DeadlineError ? new WorkerAwayError(error.message) : error;
      }
    },
    ask: () => {
      asking ??= askPool
        .query('select 1')
        .then(() => become('up'), noticeFailure)
        .finally(() => {
          asking = undefined;
        });
      return asking;
    },
    close: async () => {
      await Promise.all([pool.end(), askPool.end()]);
    },
  };
}
