import { workerData } from 'node:worker_threads';
import { giveWay } from '../../kit/async/give-way.ts';
import { findRenderer, importRenderers } from '../renderer.ts';
import { requirePlace, watchPlace } from './file-place.ts';
import {
  createListReader,
  createStatementRunner,
  openSqliteFile,
  type SqliteFile,
} from './sqlite-file.ts';
import { ThreadLine } from './thread-line.ts';
import {
  failureOf,
  type Message,
  type ProcedureCall,
  type ThreadData,
  type ThreadReply,
  type ThreadRequest,
  type WorkRequest,
} from './thread-messages.ts';
import type { Arrivals, Performer } from './thread-performer.ts';

/**
 * A room's function that runs beside the connection. It takes the arguments of all calls that wait
 * and gives the result of each, so that they can share a transaction; both cross the thread boundary
 * by structured clone.
 */
export type Procedure = (calls: never[]) => unknown[];
export type Procedures = Record<string, Procedure>;
export type ProcedureModule = {
  createProcedures: (file: SqliteFile) => Procedures;
};

/** Body of a database thread: answers requests in their order. */
async function serve(): Promise<void> {
  const {
    line: end,
    path,
    identity,
    readonly,
    cacheKib,
    sortsIn,
    ...modules
  } = workerData as ThreadData;
  const line = new ThreadLine<ThreadReply[], Message>(end);
  // An export must not take the processors from devices that push meanwhile.
  if (readonly) giveWay();
  requirePlace(path, identity);
  const file = openSqliteFile(path, { readonly, cacheKib, sortsIn });
  const runStatement = createStatementRunner(file);
  const checkPlace = readonly ? () => {} : watchPlace(path, 50);
  /** A write to a file that is not at its path any more is not acknowledged. */
  const unlessMoved = (replies: ThreadReply[]): ThreadReply[] => {
    try {
      // A transaction that has begun has to be ended, and is refused then.
      if (!file.inTransaction) checkPlace();
      return replies;
    } catch (error) {
      return replies.map(({ id }) => failureOf(id, error));
    }
  };
  const readLists = createListReader(file);
  const procedures: Procedures = {};
  const renderers = await importRenderers(modules.renderers);
  for (const url of modules.procedures) {
    const module: ProcedureModule = await import(url);
    Object.assign(procedures, module.createProcedures(file));
  }

  // The query builder is memory that an installation without SMS does without.
  let performer: Promise<Performer> | undefined;
  const perform = async (first: WorkRequest[]): Promise<ThreadReply[]> => {
    performer ??= import('./thread-performer.ts').then(({ createPerformer }) =>
      createPerformer(runStatement),
    );
    const arrivals: Arrivals = (isWanted) =>
      line.takeWhile((next): next is WorkRequest => isWork(next) && isWanted(next));
    return await (await performer)(first, arrivals);
  };

  const answer = (request: Exclude<ThreadRequest, WorkRequest>): unknown => {
    if ('renderer' in request) {
      const { rows, columns } = readLists(request.sql, request.parameters);
      const render = findRenderer(renderers, request.renderer);
      return render(rows as never[][], columns, request.argument as never);
    }
    if ('sql' in request) {
      return runStatement(request.sql, request.parameters);
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
      return calls.map((call) => attempt(call.id, () => answer(call)));
    try {
      const results = findProcedure(first.procedure)(
        calls.map(({ argument }) => argument as never),
      );
      return calls.map(({ id }, index) => ({ id, result: results[index] }));
    } catch {
      return calls.map((call) => attempt(call.id, () => answer(call)));
    }
  };

  line.send([{ id: 0, result: 'ready' }]);
  for (;;) {
    const message = line.take();
    if (message === undefined) {
      line.sleep();
    } else if (message === 'close') {
      file.close();
      line.close();
      return;
    } else if ('work' in message) {
      line.send(unlessMoved(await perform([message, ...line.takeWhile(isWork)])));
    } else if ('procedure' in message) {
      const { procedure } = message;
      const others = line.takeWhile((next) => isCallOf(next, procedure));
      line.send(unlessMoved(answerTogether([message, ...others])));
    } else {
      const reply = attempt(message.id, () => answer(message));
      line.send(unlessMoved([reply]), 'renderer' in message ? buffersOf(reply) : []);
    }
  }
}

function isWork(message: Message): message is WorkRequest {
  return message !== 'close' && 'work' in message;
}

function isCallOf(message: Message, procedure: string): message is ProcedureCall {
  return message !== 'close' && 'procedure' in message && message.procedure === procedure;
}

/** Memory of rendered results, which is transferred to the other thread without a copy. */
function buffersOf(reply: ThreadReply): ArrayBuffer[] {
  const result = 'result' in reply ? reply.result : undefined;
  if (typeof result !== 'object' || result === null) return [];
  return Object.values(result).flatMap((value) =>
    ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer ? [value.buffer] : [],
  );
}

function attempt(id: number, work: () => unknown): ThreadReply {
  try {
    return { id, result: work() };
  } catch (error) {
    return failureOf(id, error);
  }
}

await serve();
