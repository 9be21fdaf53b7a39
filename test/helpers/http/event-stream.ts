import assert from 'node:assert/strict';
import type { TestServer } from '../server/test-server.ts';
import { awaited, until } from '../until.ts';

type Server = Pick<TestServer, 'url' | 'request'>;

export type StreamedEvent = { type: string; id: string; data: Record<string, unknown> };

/** A dashboard's end of a stream. */
export type EventStream = {
  headers: Headers;
  /** The next event; fails where the stream ends instead. */
  next: () => Promise<StreamedEvent>;
  /** The next so many events, in their order. */
  take: (count: number) => Promise<StreamedEvent[]>;
  /** Resolves once a heartbeat has come. */
  heartbeat: () => Promise<void>;
  /** The id from which a stream goes on that has told of no event yet. */
  startId: () => Promise<string>;
  /** Time that the client is asked to wait before it reconnects. */
  retryMs: () => Promise<number>;
  /** Rest of the stream, once the server has ended it. */
  ended: () => Promise<StreamedEvent[]>;
  hangUp: () => void;
};

export async function newTicket(server: Server, token: string): Promise<string> {
  const { status, body, text } = await server.request('POST', '/api/stream/tickets', { token });
  assert.equal(status, 201, text);
  return (body as { ticket: string }).ticket;
}

type Opening = {
  lastEventId?: string;
  page?: string;
  headers?: Record<string, string>;
  /** Sends the token itself, as programs do, in place of a ticket. */
  isByHeader?: boolean;
  /** Tells of arrivals as well, which come beside readings, at an instant of their own. */
  withArrivals?: boolean;
};

/** Opens a stream with a new ticket. */
export async function openStream(
  server: Server,
  token: string,
  { lastEventId, page, headers = {}, isByHeader = false, withArrivals = false }: Opening = {},
): Promise<EventStream> {
  const query = new URLSearchParams({
    ...(!isByHeader && { ticket: await newTicket(server, token) }),
    ...(lastEventId !== undefined && { last_event_id: lastEventId }),
    ...(page !== undefined && { page }),
  });
  const controller = new AbortController();
  const response = await fetch(`${server.url}/api/stream?${query}`, {
    headers: isByHeader ? { ...headers, authorization: `Bearer ${token}` } : headers,
    signal: controller.signal,
  });
  assert.equal(response.status, 200, response.status === 200 ? '' : await response.text());
  const blocks = blocksOf(response);

  const nextBlock = async (isWanted: (block: string) => boolean): Promise<string> => {
    for (;;) {
      const { value, done } = await awaited('the next of a stream', blocks.next());
      if (done) throw new Error('the stream has ended');
      if (isWanted(value)) return value;
    }
  };
  const isEvent = (block: string) =>
    /^event: /m.test(block) &&
    !isHeartbeat.test(block) &&
    (withArrivals || !/^event: arrival$/m.test(block));
  const next = async () => parseEvent(await nextBlock(isEvent));
  return {
    headers: response.headers,
    next,
    take: async (count) => {
      const events: StreamedEvent[] = [];
      while (events.length < count) events.push(await next());
      return events;
    },
    heartbeat: async () => {
      await nextBlock((block) => isHeartbeat.test(block));
    },
    startId: async () => fieldOf(await nextBlock((block) => block.startsWith('retry: ')), 'id'),
    retryMs: async () =>
      Number(fieldOf(await nextBlock((block) => block.startsWith('retry: ')), 'retry')),
    ended: async () => {
      const events: StreamedEvent[] = [];
      for await (const block of blocks) if (isEvent(block)) events.push(parseEvent(block));
      return events;
    },
    hangUp: () => controller.abort(),
  };
}

const isHeartbeat = /^event: heartbeat$/m;

async function* blocksOf({ body }: Response): AsyncGenerator<string, undefined> {
  assert.ok(body);
  let text = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    yield* blocks;
  }
  assert.equal(text, '', 'the stream ended within a block');
}

function parseEvent(block: string): StreamedEvent {
  return {
    type: fieldOf(block, 'event'),
    id: fieldOf(block, 'id'),
    data: JSON.parse(fieldOf(block, 'data')),
  };
}

function fieldOf(block: string, name: string): string {
  const [, value] = new RegExp(`^${name}: (.*)$`, 'm').exec(block) ?? [];
  assert.ok(value !== undefined, `${name} in ${block}`);
  return value;
}

/** Resolves once the server says that so many streams are open. */
export async function untilOpen(server: TestServer, count: number): Promise<void> {
  await until(async () => {
    const { text } = await server.request('GET', '/metrics');
    const [, open] = /^kisima_streams_open (\d+)$/m.exec(text) ?? [];
    return Number(open) === count;
  });
}
