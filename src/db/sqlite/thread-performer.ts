import type { Transaction } from 'kysely';
import type { Tables } from '../tables/tables.ts';
import type { Work } from '../work.ts';
import { openSqlite } from './sqlite-dialect.ts';
import type { StatementResult } from './sqlite-file.ts';
import { failureOf, type ThreadReply, type WorkRequest } from './thread-messages.ts';

type Execute = (sql: string, parameters: readonly unknown[]) => StatementResult;

/** Performs works, together with those that arrive meanwhile. */
export type Performer = (first: WorkRequest[], arrivals: Arrivals) => Promise<ThreadReply[]>;

/** Takes the works that have arrived, up to the first that is not wanted. */
export type Arrivals = (isWanted: (request: WorkRequest) => boolean) => WorkRequest[];

/** Most works in one commit; beyond these the first of them has waited long enough. */
const mostTogether = 64;

/**
 * Performs works over a connection of this thread. Works that wait together share one transaction, and so
 * one sync of the disk; one that arrives before the commit still joins it. If one fails, nothing is kept,
 * and all are performed again, each behind a savepoint of its own, so that it fails alone: failures are
 * rare, and savepoints are a tenth of the cost of short works.
 */
export function createPerformer(execute: Execute): Performer {
  const db = openSqlite({ execute });
  const works = new Map<string, AnyWork>();
  const workOf = ({ work }: WorkRequest) => works.get(nameOf(work));
  const load = async (request: WorkRequest): Promise<void> => {
    if (!workOf(request)) works.set(nameOf(request.work), await findWork(request.work));
  };

  const run: PerformOne = async (trx, work, { id, argument }) => {
    try {
      return { id, result: await work.run(trx, 'sqlite', argument) };
    } catch (cause) {
      throw new WorkFailure('a work failed', { cause });
    }
  };
  const runAlone: PerformOne = async (trx, work, { id, argument }) => {
    execute('savepoint work', []);
    try {
      const result = await work.run(trx, 'sqlite', argument);
      execute('release work', []);
      return { id, result };
    } catch (error) {
      rollBackToWork(error);
      return failureOf(id, error);
    }
  };

  /** @throws the failure itself where SQLite has ended the whole transaction because of it. */
  const rollBackToWork = (failure: unknown): void => {
    try {
      execute('rollback to work', []);
      execute('release work', []);
    } catch {
      throw failure;
    }
  };

  const performAll = (requests: WorkRequest[], arrivals: Arrivals, performOne: PerformOne) =>
    db.transaction().execute(async (trx) => {
      const replies: ThreadReply[] = [];
      // The list grows while it is walked.
      for (const request of requests) {
        const work = workOf(request);
        if (work) replies.push(await performOne(trx, work, request));
        const isLast = replies.length === requests.length;
        if (isLast && replies.length < mostTogether) {
          requests.push(...arrivals((next) => workOf(next) !== undefined));
        }
      }
      return replies;
    });

  return async (first, arrivals) => {
    const requests = [...first];
    try {
      // Before the transaction begins: while it is open, this thread must not wait for anything.
      await Promise.all(requests.map(load));
      return await performAll(requests, arrivals, run).catch((error) => {
        if (error instanceof WorkFailure) return performAll(requests, () => [], runAlone);
        throw error;
      });
    } catch (error) {
      return requests.map(({ id }) => failureOf(id, error));
    }
  };
}

/** The work failed, not the transaction around it. */
class WorkFailure extends Error {}

type PerformOne = (
  trx: Transaction<Tables>,
  work: AnyWork,
  request: WorkRequest,
) => Promise<ThreadReply>;

type AnyWork = Work<unknown, unknown>;

const nameOf = ({ url, name }: WorkRequest['work']) => `${url} ${name}`;

async function findWork({ url, name }: WorkRequest['work']): Promise<AnyWork> {
  const module = (await import(url)) as Record<string, AnyWork>;
  const work = module[name];
  if (!work) throw new Error(`no work ${name} in ${url}`);
  return work;
}
