import type { Transaction } from 'kysely';
import type { StatementResult } from './sqlite-file.ts';
import { openLocal } from './sqlite-local.ts';
import type { Tables } from './tables.ts';
import { failureOf, type ThreadReply, type WorkRequest } from './thread-messages.ts';
import type { Work } from './work.ts';

/** Performs works, and with them those that arrive meanwhile. */
export type Performer = (first: WorkRequest[], arrivals: Arrivals) => Promise<ThreadReply[]>;

/** Takes the works that have arrived, up to the first that is not wanted. */
export type Arrivals = (isWanted: (request: WorkRequest) => boolean) => WorkRequest[];

/** Beyond this many the first of them have waited long enough for their commit. */
const mostTogether = 64;

type Execute = (sql: string, parameters: readonly unknown[]) => StatementResult;

/**
 * Performs works over a connection of this thread. Those that wait together share one transaction,
 * and so one sync of the disk, each behind a savepoint of its own: one that fails leaves nothing and
 * fails alone. What arrives before the commit still joins it.
 */
export function createPerformer(execute: Execute): Performer {
  const db = openLocal(execute);
  const works = new Map<string, AnyWork>();
  const workOf = ({ work }: WorkRequest) => works.get(nameOf(work));
  const performOne = async (
    trx: Transaction<Tables>,
    work: AnyWork,
    { id, argument }: WorkRequest,
  ): Promise<ThreadReply> => {
    execute('savepoint work', []);
    try {
      const result = await work.run(trx, 'sqlite', argument);
      execute('release work', []);
      return { id, result };
    } catch (error) {
      execute('rollback to work', []);
      execute('release work', []);
      return failureOf(id, error);
    }
  };
  const load = async (request: WorkRequest): Promise<void> => {
    if (!workOf(request)) works.set(nameOf(request.work), await findWork(request.work));
  };

  return async (first, arrivals) => {
    const requests = [...first];
    try {
      // Before the transaction begins: while it is open, this thread must not wait for anything.
      await Promise.all(requests.map(load));
      return await db.transaction().execute(async (trx) => {
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
    } catch (error) {
      return requests.map(({ id }) => failureOf(id, error));
    }
  };
}

type AnyWork = Work<unknown, unknown>;

const nameOf = ({ url, name }: WorkRequest['work']) => `${url} ${name}`;

async function findWork({ url, name }: WorkRequest['work']): Promise<AnyWork> {
  const module = (await import(url)) as Record<string, AnyWork>;
  const work = module[name];
  if (!work) throw new Error(`no work ${name} in ${url}`);
  return work;
}
