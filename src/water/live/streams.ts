import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Counter, Gauge } from 'prom-client';
import type { Guard } from '../../accounts/guard.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import type { Component } from '../../kit/async/components.ts';
import type { Timers } from '../../kit/time/timers.ts';
import { isFor } from '../access.ts';
import type { Bus } from './bus.ts';
import type { WrittenEvent } from './events.ts';
import { createSessionCheck } from './session-check.ts';
import type { StreamHolder } from './tickets.ts';

/** Metrics that streams feed. */
export type StreamMetrics = { streams: Gauge; streamEvents: Counter<'type'> };

export type StreamLimits = { perAccount: number; perAddress: number; inAll: number };

type StreamsDeps = {
  bus: Bus;
  guard: Pick<Guard, 'ownersOf' | 'goodTokens' | 'onSessionsEnded'>;
  log: Logger;
  timers: Timers;
  metrics: StreamMetrics;
  limits: StreamLimits;
  /** Source of random numbers; `Math.random` by default. */
  random?: () => number;
};

/** Shorter than the silence after which proxies close a connection, mostly 60 seconds. */
const heartbeatMs = 25_000;

/**
 * Range of the time after which a client reconnects, in milliseconds; random, as otherwise all would
 * reconnect at once after a restart.
 */
const retryMs = { least: 2000, most: 6000 };

/**
 * Limits of unsent bytes for one reader, and for all together. A reader that far behind had better reload;
 * yet a thousand commands that expire at once must not cut off a phone that only needs a second.
 */
const unsent = { least: 65_536, most: 1_048_576, inAll: 134_217_728 };

/** Seconds after which a refused client may retry: by then a stream that hung up is noticed. */
const retryAfter = 30;

/** Client that wants a stream, and the page for which it does. */
export type Viewer = StreamHolder & {
  /** Network that the client has to itself, as throttles see it. */
  network: string;
  page?: string | undefined;
};

type OpenStream = Viewer & { response: ServerResponse; end: () => void };

/** True for streams of one session, or of one token. */
function isSameHolder(a: StreamHolder, b: StreamHolder): boolean {
  return a.sessionId === b.sessionId && a.program?.id === b.program?.id;
}

function tooMany(whose: 'account' | 'address', most: number) {
  return failures.tooMany(
    `This ${whose} has ${most} streams already; close one first.`,
    retryAfter,
  );
}

/** Creates the open streams of this process: their limits, writes and ends. */
export function createStreams(deps: StreamsDeps) {
  const { bus, guard, log, timers, metrics, limits, random = Math.random } = deps;
  const open = new Set<OpenStream>();
  let isStopping = false;
  let cancelHeartbeat: () => void = () => {};

  const write = ({ response }: OpenStream, text: string): void => {
    response.write(text);
    const share = Math.max(unsent.least, unsent.inAll / open.size);
    if (response.writableLength > Math.min(unsent.most, share)) response.destroy();
  };

  const send = (stream: OpenStream, { type, text, deviceId }: WrittenEvent): void => {
    if (deviceId !== undefined && !isFor(stream, deviceId)) return;
    write(stream, text);
    metrics.streamEvents.inc({ type });
  };

  /**
   * Makes room for a stream, and ends the one that it replaces: a stream that a phone lost with its network
   * looks alive from here for a quarter of an hour, and ten of them would be the account's share.
   * @throws ApiError 429 where the account or the address has its share, 503 where the server has.
   */
  const makeRoom = (viewer: Viewer): void => {
    const { accountId, network, page } = viewer;
    for (const stream of page === undefined ? [] : open) {
      if (isSameHolder(stream, viewer) && stream.page === page) finish(stream);
    }
    if (isStopping) throw failures.unavailable('The server is stopping; try again in a moment.');
    const ofAccount = [...open].filter((stream) => stream.accountId === accountId);
    if (ofAccount.length >= limits.perAccount) throw tooMany('account', limits.perAccount);
    const ofNetwork = [...open].filter((stream) => stream.network === network);
    if (ofNetwork.length >= limits.perAddress) throw tooMany('address', limits.perAddress);
    if (open.size >= limits.inAll) {
      throw failures.unavailable('The server has no room for another stream.', retryAfter);
    }
  };

  /** Begins a stream on a response whose head is written; from here on no event is missed. */
  const begin = (viewer: Viewer, response: ServerResponse, lastId: string | undefined): void => {
    const { accountId } = viewer;
    const {
      missed,
      lastId: now,
      end,
    } = bus.subscribe(accountId, (event) => send(stream, event), lastId);
    const stream: OpenStream = { ...viewer, response, end };
    open.add(stream);
    metrics.streams.set(open.size);
    response.once('close', () => close(stream));
    // A reader that ends its own side has left: no one that still reads does that.
    response.socket?.once('end', () => response.destroy());
    // Heartbeats keep the connection alive; silence between them must not count as death.
    response.socket?.setTimeout(0);
    // The id alone is no event, yet sets the position for a client that has seen none.
    const start = lastId === undefined ? `id: ${now}\n` : '';
    const wait = retryMs.least + Math.floor(random() * (retryMs.most - retryMs.least));
    write(stream, `retry: ${wait}\n${start}\n`);
    for (const event of missed) send(stream, event);
    // The session may have ended since the ticket was redeemed, before this stream was open.
    endSignedOut([stream]);
  };

  const close = (stream: OpenStream): void => {
    if (!open.delete(stream)) return;
    stream.end();
    metrics.streams.set(open.size);
  };

  /** Ends a stream from our side; a reader that does not read is cut off, since it would never end. */
  const finish = (stream: OpenStream): void => {
    close(stream);
    const { response } = stream;
    response.end();
    // By then everything written just now has left, if the reader takes it.
    setImmediate(() => {
      if (!response.writableFinished) response.destroy();
    });
  };

  const endSignedOut = createSessionCheck<OpenStream>({ guard, log, finish });
  guard.onSessionsEnded((userId) => {
    const isTheirs = ({ accountId }: OpenStream) => userId === undefined || accountId === userId;
    endSignedOut([...open].filter(isTheirs));
  });

  const beat = (): void => {
    cancelHeartbeat = timers.after(heartbeatMs, beat);
    for (const stream of open) write(stream, 'event: heartbeat\ndata: {}\n\n');
    bus.sweep();
    endSignedOut(open);
  };

  const component: Component = {
    name: 'streams',
    start: async () => {
      cancelHeartbeat = timers.after(heartbeatMs, beat);
    },
    stop: async () => cancelHeartbeat(),
  };

  return {
    component,
    makeRoom,
    begin,
    /**
     * Ends all streams; to be called before the server waits for its last responses, to which streams belong.
     */
    endAll: (): void => {
      isStopping = true;
      for (const stream of open) finish(stream);
    },
  };
}
