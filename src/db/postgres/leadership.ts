import { createHash } from 'node:crypto';
import { Mutex } from 'async-mutex';
import type { Logger } from 'pino';
import { createLoop } from '../../kit/async/loop.ts';
import type { Timers } from '../../kit/time/timers.ts';
import type { Leadership } from '../leadership.ts';
import type { PostgresOptions } from './postgres.ts';
import type { PostgresSession } from './postgres-session.ts';

type LeadershipDeps = { log: Logger; timers: Timers };

/** Even a job that is done every hour is not without a leader for longer than this. */
const lookEveryMs = 5000;

/**
 * For PostgreSQL: the leader of a job is the session that holds its advisory lock, on one connection of
 * this process for all jobs. The lock ends with the connection, so a process that dies passes its jobs on
 * by itself. Before each round the connection is tried, and if it has gone the job is asked for again, so
 * that a process that was cut off does not go on beside its successor. Jobs without a leader are also asked
 * for between rounds, so that `/metrics` of some process always names the one that will do the next.
 */
export function createSharedLeadership(options: PostgresOptions, deps: LeadershipDeps): Leadership {
  const jobs = new Map<string, boolean>();
  const candidates = new Set<string>();
  // One question at a time: the answers are about one connection, which each may find gone.
  const oneByOne = new Mutex();
  let session: PostgresSession | undefined;
  let isStopped = false;

  const forget = (gone: PostgresSession) => {
    if (session !== gone) return;
    session = undefined;
    for (const job of jobs.keys()) jobs.set(job, false);
  };

  const connect = async () => {
    const { openPostgresSession } = await import('./postgres-session.ts');
    const opened = await openPostgresSession(options);
    session = opened;
    opened.ended.addEventListener('abort', () => forget(opened));
    if (opened.ended.aborted) forget(opened);
    return opened;
  };

  const lead = async (job: string) => {
    if (isStopped || !candidates.has(job)) return undefined;
    const { ended, ask } = session ?? (await connect());
    // Each lock needs its own unlock, so for a job that is ours only the connection is tried.
    const isOurs = jobs.get(job) === true;
    const answer = isOurs ? await ask('select true as yes') : await ask(tryLock, keyOf(job));
    // It may have ended between the answer and this line.
    const leads = answer && !ended.aborted;
    jobs.set(job, leads);
    return leads ? ended : undefined;
  };

  const resign = async (job: string) => {
    candidates.delete(job);
    // If the connection fails instead, the lock goes with it.
    if (jobs.get(job)) await session?.ask(unlock, keyOf(job)).catch(() => {});
    jobs.set(job, false);
  };

  const look = createLoop(deps, {
    name: 'leadership',
    everyMs: lookEveryMs,
    work: async () => {
      for (const job of candidates)
        if (!jobs.get(job)) await oneByOne.runExclusive(() => lead(job));
    },
  });

  return {
    candidate: (job) => {
      jobs.set(job, false);
      candidates.add(job);
      return {
        lead: () => oneByOne.runExclusive(() => lead(job)),
        resign: () => oneByOne.runExclusive(() => resign(job)),
      };
    },
    jobs: () => jobs,
    component: {
      ...look,
      stop: async () => {
        isStopped = true;
        await look.stop?.();
        await oneByOne.runExclusive(async () => session?.close());
      },
    },
  };
}

const tryLock = 'select pg_try_advisory_lock($1, $2) as yes';
const unlock = 'select pg_advisory_unlock($1, $2) as yes';

/** Arbitrary but fixed: it keeps our locks apart from other programs'. */
const lockSpace = 1_263_096_653;

/** Advisory locks are numbers; two names with the same one would only share their leader. */
function keyOf(job: string): [number, number] {
  return [lockSpace, createHash('sha256').update(job).digest().readInt32BE()];
}
