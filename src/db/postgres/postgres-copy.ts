import { once } from 'node:events';
import type { PostgresClient, PostgresConnection } from './postgres.ts';

/** Longest wait for the server to take more, in milliseconds. */
const drainMs = 300_000;

/** The messages of the protocol that belong to COPY; see https://www.postgresql.org/docs/current/protocol-message-formats.html. */
const copyDataTag = 0x64;
const copyDone = Buffer.from([0x63, 0, 0, 0, 4]);
const copyFail = Buffer.from([0x66, 0, 0, 0, 5, 0]);

/** Begins and ends a stream in COPY's binary format; between them come rows of any number. */
const binaryHeader = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);
const binaryTrailer = Buffer.from([0xff, 0xff]);

/** A running `COPY … FROM STDIN (FORMAT binary)`. */
export type CopyIn = {
  /** Sends whole rows; resolves when there is room for more. */
  write: (rows: Buffer) => Promise<void>;
  /** Ends it; resolves when the server has taken every row. */
  end: () => Promise<void>;
  /** Abandons it; its transaction can then only be rolled back. */
  abandon: () => Promise<void>;
};

/**
 * Starts a COPY on a connection that nobody else uses. The driver carries its messages, but has no query of
 * this kind: this is one.
 */
export async function startCopyIn(client: PostgresClient, statement: string): Promise<CopyIn> {
  const query = new CopyInQuery(statement);
  client.query(query);
  await Promise.race([query.started, query.ended]);
  const copy = query.stream();
  const finish = async (last: Buffer[]): Promise<void> => {
    for (const message of last) copy.write(message);
    await query.ended;
  };
  const send = async (bytes: Buffer): Promise<void> => {
    copy.write(frameOf(bytes));
    if (copy.write(bytes)) return;
    const drained = once(copy, 'drain', { signal: AbortSignal.timeout(drainMs) });
    await Promise.race([drained, query.ended]);
  };
  await send(binaryHeader);
  return {
    write: send,
    end: () => finish([frameOf(binaryTrailer), binaryTrailer, copyDone]),
    abandon: () => finish([copyFail]).catch(() => {}),
  };
}

function frameOf(data: Buffer): Buffer {
  const frame = Buffer.alloc(5);
  frame[0] = copyDataTag;
  frame.writeInt32BE(data.length + 4, 1);
  return frame;
}

/** The query whose methods the driver calls as its answers come in. */
class CopyInQuery {
  /** Set by the driver, which ends its own deadline by it. */
  callback?: (error?: Error) => void;
  readonly started: Promise<void>;
  readonly ended: Promise<void>;
  readonly #statement: string;
  #connection: PostgresConnection | undefined;
  #start: () => void = () => {};
  #end: () => void = () => {};
  #fail: (error: Error) => void = () => {};

  constructor(statement: string) {
    this.#statement = statement;
    this.started = new Promise((resolve) => {
      this.#start = resolve;
    });
    this.ended = new Promise((resolve, reject) => {
      this.#end = resolve;
      this.#fail = reject;
    });
    // A waiting caller gets it; a failure between two waits must not end the process.
    this.ended.catch(() => {});
  }

  stream() {
    if (!this.#connection) throw new Error('the COPY was not submitted');
    return this.#connection.stream;
  }

  submit(connection: PostgresConnection): void {
    this.#connection = connection;
    connection.query(this.#statement);
  }

  handleCopyInResponse(): void {
    this.#start();
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback?.();
    this.#end();
  }

  handleError(error: Error): void {
    this.callback?.(error);
    this.#fail(error);
  }
}
