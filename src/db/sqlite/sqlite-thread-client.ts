import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { Mutex } from 'async-mutex';
import { PassingMap } from '../../kit/async/passing-map.ts';
import type { StatementResult } from './sqlite-file.ts';
import { makeLine, ThreadLine } from './thread-line.ts';
import type {
  Message,
  RenderRequest,
  ThreadData,
  ThreadReply,
  ThreadRequest,
} from './thread-messages.ts';

/** A refusal of the engine, with its own code (`SQLITE_CONSTRAINT_UNIQUE`, `SQLITE_FULL`). */
class SqliteThreadError extends Error {
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.name = 'SqliteThreadError';
    this.code = code;
  }
}

/**
 * The thread finds its modules in the compile cache, as the main thread does. Without it each thread
 * would load the compiler that strips types, which is 40 MB; started from a file of TypeScript it
 * would load it for that file.
 */
const threadCode = `
  require('node:module').enableCompileCache();
  import(${JSON.stringify(new URL('./sqlite-thread.ts', import.meta.url).href)});
`;

/**
 * Of the writer: what a batch makes of a thousand devices fits in, so that it is dead when the nursery is full and
 * need not be copied; V8 takes the room as it is filled. A reader does with little. The flag of the npm scripts is
 * for the main thread, which has read it by now; for a thread it would come before these limits.
 */
const youngGenerationMb = { writer: 32, reader: 4 };
const noFlagForNurseries = '--max-semi-space-size=0';

type Waiter = { resolve: (result: unknown) => void; reject: (error: Error) => void };

/** Options of a thread, with its name as the system shows it; it writes unless it is `readonly`. */
type ThreadOptions = Pick<ThreadData, 'path' | 'cacheKib'> & Partial<ThreadData> & { name: string };

/** A database connection that lives on a thread of its own, so that nothing it does stops a request. */
export class SqliteThreadClient {
  /** Held by a caller that needs several statements in a row without others in between. */
  readonly lease = new Mutex();
  readonly #name: string;
  readonly #data: Omit<ThreadData, 'line'>;
  readonly #waiters = new PassingMap<number, Waiter>();
  #worker: Worker | undefined;
  #line: ThreadLine<Message, ThreadReply[]> | undefined;
  #ready: Promise<unknown> | undefined;
  #isReady = false;
  #lastId = 0;

  constructor({ name, ...data }: ThreadOptions) {
    this.#name = name;
    this.#data = { readonly: false, procedures: [], renderers: [], ...data };
  }

  /** Starts the thread unless it runs; resolves once its connection is open. */
  async start(): Promise<void> {
    this.#ready ??= this.#launch();
    await this.#ready;
    this.#isReady = true;
  }

  async execute(sql: string, parameters: readonly unknown[]): Promise<StatementResult> {
    await this.start();
    return (await this.#ask((id) => ({ id, sql, parameters }))) as StatementResult;
  }

  async render(request: RenderRequest): Promise<unknown> {
    await this.start();
    return await this.#ask((id) => ({ id, ...request }));
  }

  /** Calls a procedure; posted at once where the thread runs. */
  async call(procedure: string, argument: unknown): Promise<unknown> {
    if (!this.#isReady) await this.start();
    return await this.#ask((id) => ({ id, procedure, argument }));
  }

  /** Performs a work; posted at once where the thread runs. */
  async perform(work: { url: string; name: string }, argument: unknown): Promise<unknown> {
    if (!this.#isReady) await this.start();
    return await this.#ask((id) => ({ id, work, argument }));
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    await this.lease.acquire();
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    this.#line?.send('close');
    await ended;
  }

  #launch(): Promise<unknown> {
    const [ownEnd, otherEnd] = makeLine();
    const line = new ThreadLine<Message, ThreadReply[]>(ownEnd);
    setFlagsFromString(noFlagForNurseries);
    const worker = new Worker(threadCode, {
      eval: true,
      workerData: { ...this.#data, line: otherEnd } satisfies ThreadData,
      transferList: [otherEnd.port],
      name: this.#name,
      resourceLimits: {
        maxYoungGenerationSizeMb: youngGenerationMb[this.#data.readonly ? 'reader' : 'writer'],
      },
    });
    this.#worker = worker;
    this.#line = line;
    void this.#listen(line);
    worker.on('error', (error) => this.#failAll(error as Error));
    worker.on('exit', () => {
      this.#worker = undefined;
      this.#line = undefined;
      this.#ready = undefined;
      this.#isReady = false;
      line.interrupt();
      this.#failAll(new SqliteThreadError('the database thread has ended', undefined));
    });
    return new Promise((resolve, reject) => this.#waiters.set(0, { resolve, reject }));
  }

  async #listen(line: ThreadLine<Message, ThreadReply[]>): Promise<void> {
    while (this.#line === line) {
      for (let replies = line.take(); replies; replies = line.take()) {
        for (const reply of replies) this.#answer(reply);
      }
      await line.whenMore();
    }
    line.close();
  }

  #ask(toRequest: (id: number) => ThreadRequest): Promise<unknown> {
    const line = this.#line;
    if (!line) throw new SqliteThreadError('the database thread has ended', undefined);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiters.set(id, { resolve, reject });
      line.send(toRequest(id));
    });
  }

  #answer(reply: ThreadReply): void {
    const waiter = this.#waiters.get(reply.id);
    this.#waiters.delete(reply.id);
    if ('error' in reply)
      waiter?.reject(new SqliteThreadError(reply.error.message, reply.error.code));
    else waiter?.resolve(reply.result);
  }

  #failAll(error: Error): void {
    for (const { reject } of this.#waiters.values()) reject(error);
    this.#waiters.clear();
  }
}
