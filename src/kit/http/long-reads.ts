import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { ApiError, failures } from '../api/failures/api-error.ts';
import { createFairTurns, type TakeTurn, type TurnLimits } from '../async/fair-turns.ts';
import type { Timers } from '../time/timers.ts';

export type LongReadLimits = { perAccount: number; inAll: number };

/** The reading account, and the request whose client may leave before all is read. */
export type Reader = { accountId: number; request: FastifyRequest };

/**
 * Limits requests that may touch many rows, reads above all: a few of an account and a few in all are under way, more are
 * queued, and a wait that is too long is 503. When the client has gone, or the read was given up
 * (`boundReads`), `signal` is aborted, a queued read is never begun, and one that was begun keeps the
 * account's slot for a second more.
 */
export type LongReads = {
  /** Runs a read, or a change that reads as much, whose answer is sent once it is whole. */
  whole: <T>(reader: Reader, read: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /**
   * Runs a read whose answer is written while it is sent. The first piece is there when this resolves, so
   * that a read that fails at once is answered as a failure; a later failure breaks the answer off.
   */
  written: <T extends { pieces: AsyncIterable<Uint8Array | string> }>(
    reader: Reader,
    open: (signal: AbortSignal) => Promise<T>,
  ) => Promise<T & { content: Readable }>;
};

/** A screen or program that fetches in parallel has a few reads; hundreds of one account are a mistake. */
const line = { waitingInAll: 512, waitingPerKey: 32, waitMs: 10_000 };

/** A person may be looking at a screen, and most long reads take less. */
const secondsToWait = 2;

/** Bytes buffered for a slow client: two or three pages of readings. */
const ahead = 524_288;

/**
 * Time for which a read that its client has left still counts for the account. A page is read whole even
 * for a client that has gone: a client that asks and leaves 200 times a second would keep the reader busy
 * for good.
 */
const leftMs = 1000;

export function createLongReads(
  { perAccount, inAll }: LongReadLimits,
  { timers }: { timers: Timers },
): LongReads {
  const limits: TurnLimits = { ...line, inAll, perKey: perAccount };
  const refusal = () =>
    failures.unavailable(
      'Too many long requests are under way; try again in a moment.',
      secondsToWait,
    );
  const takeTurn = createFairTurns<number>(limits, { timers, refusal });
  // Written answers last as long as their clients take; nobody's report is to wait for that.
  const takeTurnToWrite = createFairTurns<number>(limits, { timers, refusal });

  return {
    whole: (reader, read) =>
      whileThere(reader, takeTurn, async (signal, leave) => {
        try {
          return await read(signal);
        } finally {
          leave();
        }
      }),
    written: (reader, open) =>
      whileThere(reader, takeTurnToWrite, async (signal, leave) => {
        try {
          const opened = await open(signal);
          const pieces = endingWith(signal, opened.pieces, leave);
          const content = await openStream(pieces);
          signal.throwIfAborted();
          return { ...opened, content };
        } catch (error) {
          leave();
          throw error;
        }
      }),
  };
}

type InTurn<T> = (signal: AbortSignal, leave: () => void) => Promise<T>;

async function whileThere<T>(
  { accountId, request }: Reader,
  takeTurn: TakeTurn<number>,
  work: InTurn<T>,
): Promise<T> {
  const { leaving, givenUp } = request;
  const { socket } = request.raw;
  const signal = givenUp ? AbortSignal.any([leaving, givenUp]) : leaving;
  if (signal.aborted || socket.readableEnded) throw clientGone();
  // Other clients may end their side and wait for the answer; one that hangs up looks just the same until
  // something is sent, and a long read has nothing to send for a while.
  const hangUp = () => socket.destroy();
  socket.once('end', hangUp);
  const stay = () => socket.off('end', hangUp);
  try {
    const giveBack = await takeTurn(accountId, signal);
    const leave = () => {
      stay();
      giveBack(signal.aborted || socket.destroyed ? leftMs : 0);
    };
    // The end of the answer releases the slot at the latest.
    signal.addEventListener('abort', leave, { once: true });
    return await work(signal, leave);
  } catch (error) {
    stay();
    throw signal.aborted ? clientGone() : error;
  }
}

/** Nobody reads it, but it is counted: nginx has the same number for the same thing. */
function clientGone(): ApiError {
  return new ApiError(499, 'client_gone', 'The client has gone.');
}

/** Passes the pieces on; their end because the reader has gone is no failure. */
async function* endingWith<P>(
  signal: AbortSignal,
  pieces: AsyncIterable<P>,
  end: () => void,
): AsyncGenerator<P> {
  try {
    yield* pieces;
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    end();
  }
}

async function openStream(pieces: AsyncGenerator<Uint8Array | string>): Promise<Readable> {
  const first = await pieces.next();
  return Readable.from(resume(first, pieces), { objectMode: false, highWaterMark: ahead });
}

/** Goes on with a generator whose first result was taken already, and ends it when it is ended. */
async function* resume<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    if (!first.done) yield first.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
