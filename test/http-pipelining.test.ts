import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { get, startPipeliner } from './helpers/hostile/pipeliner.ts';
import { startTestServer, type TestServer } from './helpers/server/test-server.ts';
import { until } from './helpers/until.ts';

const sockets = 10;
const requests = 1400;

/** Waiting requests of a connection, of all together, and one under way on each. */
const mostUnanswered = 2000 + sockets * (16 + 2);

const post = (type: string, body: string) =>
  [
    'POST /iot_push.php HTTP/1.1',
    'Host: localhost',
    `Content-Type: ${type}`,
    `Content-Length: ${body.length}`,
    `\r\n${body}`,
  ].join('\r\n');

describe('clients that send a thousand requests at once and read nothing', () => {
  let server: TestServer;
  let watch: ReturnType<typeof watchServer>;
  before(async () => {
    server = await startTestServer({ engine: 'sqlite', env: { LOG_LEVEL: 'warn' } });
    watch = watchServer();
  });
  after(async () => {
    watch.end();
    await server.stop();
  });

  /** Requests that were handed over so far: their ids are counted. */
  const countHandled = async (): Promise<number> => {
    const { status, headers } = await server.request('GET', '/healthz');
    assert.equal(status, 200);
    return Number.parseInt(headers.get('x-request-id')?.split('-')[1] ?? '', 36);
  };

  for (const [what, request] of [
    ['health', get('/healthz')],
    ['the description of the API', get('/openapi.json')],
    ['pages', get('/docs/')],
    ['lists without a token', get('/api/devices.php?action=list')],
    [
      'pushes by form',
      post('application/x-www-form-urlencoded', 'mac_address=1&water_level_percent=5'),
    ],
    ['pushes by JSON', post('application/json', '{"mac_address":"1","water_level_percent":5}')],
  ] as const) {
    it(`have few of them in memory, and others get their answer: ${what}`, async () => {
      watch.forget();
      const pipeliner = startPipeliner({ url: server.url, sockets, requests, request });
      await until(async () => {
        await countHandled();
        return watch.busySockets() >= sockets;
      });

      pipeliner.stop();
      const { most } = watch;
      assert.ok(most() <= mostUnanswered, `${most()} unanswered at once`);
    });
  }

  it('get no more answers made than the system takes from us', async () => {
    watch.forget();
    const first = await countHandled();
    const pipeliner = startPipeliner({ url: server.url, sockets, requests });
    let last = first;
    for (let now = first; watch.busySockets() < sockets || now > last + 1; ) {
      last = now;
      now = await countHandled();
    }
    pipeliner.stop();
    // It takes some megabytes for each connection, which are ten of these answers.
    assert.ok(last - first <= sockets * 40, `${last - first} of ${sockets * requests} made`);
  });
});

/** Counts, over the connections of all servers of this process, the requests that have no answer yet. */
function watchServer() {
  let unanswered = new Map<Socket, number>();
  let busy = new Set<Socket>();
  let most = 0;
  const add = (socket: Socket, change: number): void => {
    const count = (unanswered.get(socket) ?? 0) + change;
    unanswered.set(socket, count);
    if (count > 1) busy.add(socket);
    let sum = 0;
    for (const [each, open] of unanswered) {
      if (each.destroyed) unanswered.delete(each);
      else sum += open;
    }
    most = Math.max(most, sum);
  };
  const began = (message: unknown) => add((message as { socket: Socket }).socket, 1);
  const ended = (message: unknown) => add((message as { socket: Socket }).socket, -1);
  subscribe('http.server.request.start', began);
  subscribe('http.server.response.finish', ended);
  return {
    /** The most that there were at once since the last `forget`. */
    most: () => most,
    /** Connections that have had more than one of them. */
    busySockets: () => busy.size,
    forget: (): void => {
      unanswered = new Map();
      busy = new Set();
      most = 0;
    },
    end: (): void => {
      unsubscribe('http.server.request.start', began);
      unsubscribe('http.server.response.finish', ended);
    },
  };
}
