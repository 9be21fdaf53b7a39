import { parentPort, workerData } from 'node:worker_threads';
import { findRenderer, importRenderers } from './renderer.ts';
import { createStatementRunner, openSqliteFile, type SqliteFile } from './sqlite-file.ts';

/**
 * A room's function that runs beside the connection: it is made once for each thread, and its
 * argument and result cross the thread boundary by structured clone.
 */
export type Procedures = Record<string, (argument: never) => unknown>;
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
  | { id: number; procedure: string; argument: unknown };

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
  const procedures: Procedures = {};
  const noticers: ((sql: string) => void)[] = [];
  const renderers = await importRenderers(modules.renderers);
  for (const url of modules.procedures) {
    const module: ProcedureModule = await import(url);
    const made = module.createProcedures(file);
    Object.assign(procedures, made.procedures);
    noticers.push(made.noticeWrite);
  }

  const answer = (request: ThreadRequest): unknown => {
    if ('sql' in request) {
      const result = runStatement(request.sql, request.parameters);
      if (!readOnlyStatement.test(request.sql)) for (const notice of noticers) notice(request.sql);
      if (!('renderer' in request)) return result;
      return findRenderer(renderers, request.renderer)(result.rows as never[]);
    }
    const procedure = procedures[request.procedure];
    if (!procedure) throw new Error(`no procedure ${request.procedure} on this thread`);
    return procedure(request.argument as never);
  };

  port.on('message', (request: ThreadRequest | 'close') => {
    if (request === 'close') {
      file.close();
      port.close();
      return;
    }
    port.postMessage(settle(request.id, () => answer(request)));
  });
  port.postMessage({ id: 0, result: 'ready' } satisfies ThreadReply);
}

function settle(id: number, work: () => unknown): ThreadReply {
  try {
    return { id, result: work() };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return { id, error: { message, code } };
  }
}

await serve();
