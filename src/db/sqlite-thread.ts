import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { Kysely } from 'kysely';
import { trimMemory } from '../kit/trim-memory.ts';
import { findRenderer, importRenderers } from './renderer.ts';
import {
  createListReader,
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

/** Work to be done in one transaction. Whoever asks for it holds the connection until it is done. */
type WorkRequest = { id: number; work: { url: string; name: string }; argument: unknown };

type ProcedureCall = { id: number; procedure: string; argument: unknown };

export type ThreadReply =
  | { id: number; result: unknown }
  | { id: number; error: { message: string; code: string | undefined } };

const readOnlyStatement = /^\s*select\b/i;

/** The body of a database thread: it answers requests one after the other, in order. */
async function serve(): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('sqlite-thread.ts runs as a worker thread only');
  const { path, readonly, cacheKib, ...modules } = workerData as ThreadData;
  const file = openSqliteFile(path, { readonly, cacheKib });
  const runStatement = createStatementRunner(file);
  const readLists = createListReader(file);
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
    if ('renderer' in request) {
      const { rows, columns } = readLists(request.sql, request.parameters);
      return findRenderer(renderers, request.renderer)(rows as never[][], columns);
    }
    if ('sql' in request) {
      return run(request.sql, request.parameters);
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
      if ('work' in request) {
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
  return async ({ work: { url, name }, argument }: WorkRequest): Promise<unknown> => {
    db ??= open();
    const module = (await import(url)) as Record<string, Work<unknown, unknown>>;
    const work = module[name];
    if (!work) throw new Error(`no work ${name} in ${url}`);
    return await (await db).transaction().execute((trx) => work.run(trx, 'sqlite', argument));
  };
}

async function settleLater(id: number, work: Promise<unknown>): Promise<ThreadReply> {
  try {
    return { id, result: await work };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return { id, error: { message, code } };
  }
}

type Query = [sql: string, parameters: readonly unknown[]];

function settle(id: number, work: () => unknown): ThreadReply {
  try {
    return { id, result: work() };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return { id, error: { message, code } };
  }
}

await serve();
