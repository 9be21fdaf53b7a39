import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { Kysely, Transaction } from 'kysely';
import { trimMemory } from '../kit/trim-memory.ts';
import { findRenderer, importRenderers } from './renderer.ts';
import {
  createStatementRunner,
  openSqliteFile,
  type SqliteFile,
  type StatementResult,
} from './sqlite-file.ts';
import type { Tables } from './tables.ts';
import type { Work } from './work.ts';

/**
 * A room's function that runs beside the connection. It takes the arguments of all calls that wait
 * and gives the result of each, so that they can share a transaction; both cross the thread boundary
 * by structured clone.
 */
export type Procedure = (calls: never[]) => unknown[];
export type Procedures = Record<string, Procedure>;
export type ProcedureModule = {
  createProcedures: (file: SqliteFile) => {
    procedures: Procedures;
    /** Told of every statement that others have run on this connection and that may have written. */
    noticeWrite: (sql: string) => void;
  };
};

export type ThreadData = {
  path: string;
  readonly: boolean;
  cacheKib: number;
  /** URLs of the modules whose procedures and renderers this thread offers. */
  procedures: string[];
  renderers: string[];
};

export type ThreadRequest =
  | { id: number; sql: string; parameters: readonly unknown[] }
  | { id: number; sql: string; parameters: readonly unknown[]; renderer: string }
  | ProcedureCall
  | WorkRequest;

/**
 * Works to be done in one transaction, each of which may fail alone. Whoever asks holds the connection
 * until they are done.
 */
type WorkRequest = { id: number; works: WorkCall[] };

export type WorkCall = { url: string; name: string; argument: unknown };
export type WorkOutcome = { result: unknown } | { error: ThreadFailure };

type ThreadFailure = { message: string; code: string | undefined };

type ProcedureCall = { id: number; procedure: string; argument: unknown };

export type ThreadReply = { id: number; result: unknown } | { id: number; error: ThreadFailure };

const readOnlyStatement = /^\s*select\b/i;

/** The body of a database thread: it answers requests one after the other, in order. */
async function serve(): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('sqlite-thread.ts runs as a worker thread only');
  const { path, readonly, cacheKib, ...modules } = workerData as ThreadData;
  const file = openSqliteFile(path, { readonly, cacheKib });
  const runStatement = createStatementRunner(file);
  const procedures: Procedures = {};
  const noticers: ((sql: string) => void)[] = [];
  const renderers = await importRenderers(modules.renderers);
  for (const url of modules.procedures) {
    const module: ProcedureModule = await import(url);
    const made = module.createProcedures(file);
    Object.assign(procedures, made.procedures);
    noticers.push(made.noticeWrite);
  }

  const run = (sql: string, parameters: readonly unknown[]): StatementResult => {
    const result = runStatement(sql, parameters);
    if (!readOnlyStatement.test(sql)) for (const notice of noticers) notice(sql);
    return result;
  };
  const perform = createPerformer(run);

  const answer = (request: Exclude<ThreadRequest, WorkRequest>): unknown => {
    if ('sql' in request) {
      const result = run(request.sql, request.parameters);
      if (!('renderer' in request)) return result;
      return findRenderer(renderers, request.renderer)(result.rows as never[]);
    }
    return findProcedure(request.procedure)([request.argument as never])[0];
  };

  const findProcedure = (name: string): Procedure => {
    const procedure = procedures[name];
    if (!procedure) throw new Error(`no procedure ${name} on this thread`);
    return procedure;
  };

  /** Calls of one procedure that wait in a row are one call; where it fails, each is tried alone. */
  const answerTogether = (calls: ProcedureCall[]): ThreadReply[] => {
    const [first] = calls;
    if (!first || calls.length === 1)
      return calls.map((call) => settle(call.id, () => answer(call)));
    try {
      const results = findProcedure(first.procedure)(
        calls.map(({ argument }) => argument as never),
      );
      return calls.map(({ id }, index) => ({ id, result: results[index] }));
    } catch {
      return calls.map((call) => settle(call.id, () => answer(call)));
    }
  };

  port.on('message', (message: ThreadRequest | 'close') => {
    let waiting: ThreadRequest | 'close' | undefined = message;
    while (waiting) {
      const calls: ProcedureCall[] = [];
      while (isCallOf(waiting, calls[0]?.procedure)) {
        calls.push(waiting);
        waiting = receiveMessageOnPort(port)?.message;
      }
      if (calls.length > 0) port.postMessage(answerTogether(calls));
      if (!waiting) return;
      if (waiting === 'close') {
        file.close();
        port.close();
        return;
      }
      const request: ThreadRequest = waiting;
      if (isCallOf(request, undefined)) continue;
      if ('works' in request) {
        void settleLater(request.id, perform(request)).then((reply) => port.postMessage([reply]));
        return;
      }
      port.postMessage([settle(request.id, () => answer(request))]);
      waiting = receiveMessageOnPort(port)?.message;
    }
  });
  trimMemory();
  port.postMessage([{ id: 0, result: 'ready' }] satisfies ThreadReply[]);
}

/** Whether a message calls a procedure: the named one, or any where none is named. */
function isCallOf(
  message: ThreadRequest | 'close' | undefined,
  procedure: string | undefined,
): message is ProcedureCall {
  if (message === undefined || message === 'close' || !('procedure' in message)) return false;
  return procedure === undefined || message.procedure === procedure;
}

/** Performs works over a connection of this thread; the query builder is loaded at the first one. */
function createPerformer(execute: (...query: Query) => StatementResult) {
  let db: Promise<Kysely<Tables>> | undefined;
  const open = async () => {
    const { openLocal } = await import('./sqlite-local.ts');
    return openLocal(execute);
  };
  const performOne = async (
    trx: Transaction<Tables>,
    { url, name, argument }: WorkCall,
  ): Promise<WorkOutcome> => {
    const module = (await import(url)) as Record<string, Work<unknown, unknown>>;
    execute('savepoint work', []);
    try {
      const work = module[name];
      if (!work) throw new Error(`no work ${name} in ${url}`);
      return { result: await work.run(trx, 'sqlite', argument) };
    } catch (error) {
      execute('rollback to work', []);
      return { error: toFailure(error) };
    } finally {
      execute('release work', []);
    }
  };
  return async ({ works }: WorkRequest): Promise<WorkOutcome[]> => {
    db ??= open();
    return await (await db).transaction().execute(async (trx) => {
      const outcomes: WorkOutcome[] = [];
      for (const work of works) outcomes.push(await performOne(trx, work));
      return outcomes;
    });
  };
}

async function settleLater(id: number, work: Promise<unknown>): Promise<ThreadReply> {
  try {
    return { id, result: await work };
  } catch (error) {
    return { id, error: toFailure(error) };
  }
}

type Query = [sql: string, parameters: readonly unknown[]];

function settle(id: number, work: () => unknown): ThreadReply {
  try {
    return { id, result: work() };
  } catch (error) {
    return { id, error: toFailure(error) };
  }
}

function toFailure(error: unknown): ThreadFailure {
  const { message, code } = error as Error & { code?: string };
  return { message, code };
}

await serve();
