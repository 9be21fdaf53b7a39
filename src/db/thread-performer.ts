import { sql, type Transaction } from 'kysely';
import type { StatementResult } from './sqlite-file.ts';
import { openLocal } from './sqlite-local.ts';
import type { ThreadReply, WorkRequest } from './sqlite-thread.ts';
import type { Tables } from './tables.ts';
import type { Work } from './work.ts';

export type Performer = (requests: WorkRequest[]) => Promise<ThreadReply[]>;
type Execute = (sql: string, parameters: readonly unknown[]) => StatementResult;

/**
 * Performs works over a connection of this thread. Those that wait together share one transaction,
 * and so one sync of the disk, each behind a savepoint of its own: one that fails leaves nothing and
 * fails alone.
 */
export function createPerformer(execute: Execute): Performer {
  const db = openLocal(execute);
  return async (requests) => {
    try {
      // Before the transaction begins: while it is open, this thread must not wait for anything.
      const works = await Promise.all(requests.map(findWork));
      return await db.transaction().execute(async (trx) => {
        const replies: ThreadReply[] = [];
        for (const [index, { id, argument }] of requests.entries()) {
          const work = works[index];
          if (work) replies.push(await performOne(trx, { id, work, argument }));
        }
        return replies;
      });
    } catch (error) {
      return requests.map(({ id }) => failureOf(id, error));
    }
  };
}

type AnyWork = Work<unknown, unknown>;

async function findWork({ work: { url, name } }: WorkRequest): Promise<AnyWork> {
  const module = (await import(url)) as Record<string, AnyWork>;
  const work = module[name];
  if (!work) throw new Error(`no work ${name} in ${url}`);
  return work;
}

async function performOne(
  trx: Transaction<Tables>,
  { id, work, argument }: { id: number; work: AnyWork; argument: unknown },
): Promise<ThreadReply> {
  await sql`savepoint work`.execute(trx);
  try {
    const result = await work.run(trx, 'sqlite', argument);
    await sql`release work`.execute(trx);
    return { id, result };
  } catch (error) {
    await sql`rollback to work`.execute(trx);
    await sql`release work`.execute(trx);
    return failureOf(id, error);
  }
}

function failureOf(id: number, error: unknown): ThreadReply {
  const { message, code } = error as Error & { code?: string };
  return { id, error: { message, code } };
}
