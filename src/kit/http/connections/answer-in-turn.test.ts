import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createTestTimers, type TestTimers } from '../../../../test/helpers/server/test-timers.ts';
import { until } from '../../../../test/helpers/until.ts';
import { createTurns, type Turns } from './answer-in-turn.ts';
import { createHttpServer } from './http-server.ts';

const limits = { ofConnection: 4, inAll: 10 };
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const paths = (count: number) => Array.from({ length: count }, (_, index) => `/${index}`);

describe('requests in turn', () => {
  let server: Server;
  let timers: TestTimers;
  let accepted: Socket[];
  /** Requests that were handed over, and wait for the test to answer them. */
  let inHand: ServerResponse[];
  let clients: Socket[];

  const start = async (turns: Turns, listener: RequestListener): Promise<void> => {
    accepted = [];
    inHand = [];
    clients = [];
    server = createHttpServer(turns, listener);
    server.on('connection', (socket) => accepted.push(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  };
  const stop = async (): Promise<void> => {
    for (const client of clients) client.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  beforeEach(async () => {
    timers = createTestTimers();
    const turns = createTurns({ timers, limits });
    await start(turns, (_request, response) => void inHand.push(response));
  });
  afterEach(stop);

  const send = (text: string): Socket => {
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1').setEncoding('latin1');
    socket.on('error', () => {}).write(text);
    clients.push(socket);
    return socket;
  };
  /** Work of the server before it answers a connection that came later. */
  const settle = async (): Promise<void> => {
    const before = inHand.length;
    const socket = send(get('/later'));
    await until(() => inHand.length > before);
    inHand.splice(before, 1)[0]?.end();
    await once(socket, 'data');
  };
  const inHandPaths = () => inHand.map(({ req }) => req.url);

  it('are handed over one at a time on a connection, in their order', async () => {
    const client = send(paths(3).map(get).join(''));
    let received = '';
    client.on('data', (text) => {
      received += text;
    });
    for (const count of [1, 2, 3]) {
      await until(() => inHand.length === count);
      await settle();
      assert.deepEqual(inHandPaths(), paths(count));
      inHand[count - 1]?.end(`answer ${count}`);
    }
    await until(() => received.includes('answer 3'));
    assert.match(received, /answer 1.*answer 2.*answer 3/s);
  });

  it('of other connections do not wait for them', async () => {
    send(get('/first') + get('/second'));
    send(get('/other'));
    await until(() => inHand.length === 2);
    assert.deepEqual(inHandPaths().sort(), ['/first', '/other']);
  });

  it('that wait keep their connection from being read', async () => {
    const client = send(get('/first') + get('/second'));
    await until(() => inHand.length === 1);
    const [socket] = accepted;
    client.write('x'.repeat(1_000_000));
    for (let round = 0; round < 3; round++) await settle();
    assert.ok(socket);
    assert.ok(socket.isPaused());
    assert.equal(socket.bytesRead, (get('/first') + get('/second')).length);
  });

  it('are read on once none waits any more', async () => {
    const client = send(get('/0') + get('/1'));
    await until(() => inHand.length === 1);
    client.write(get('/2'));
    for (const count of [1, 2, 3]) {
      await until(() => inHand.length === count);
      inHand[count - 1]?.end();
    }
    assert.deepEqual(inHandPaths(), paths(3));
  });

  it('lose their connection when none has its turn for a minute', async () => {
    const client = send(paths(3).map(get).join(''));
    await until(() => inHand.length === 1);
    timers.advance(59_999);
    inHand[0]?.end();
    await until(() => inHand.length === 2);
    timers.advance(59_999);
    assert.equal(accepted[0]?.destroyed, false);
    timers.advance(1);
    assert.ok(accepted[0]?.destroyed);
    client.resume();
    await once(client, 'close');
    assert.equal(timers.waiting(), 0);
    await settle();
    assert.equal(inHand.length, 2);
  });

  it('beyond the limits are dropped with their connection, those within them are answered', async () => {
    const few = send(
      paths(1 + limits.ofConnection)
        .map(get)
        .join(''),
    );
    send(
      paths(1 + limits.inAll)
        .map(get)
        .join(''),
    );
    await until(() => inHand.length === 2);
    await settle();
    // The first has four that wait, the second more than the rest: the eleventh was one too many.
    inHand.find(({ req }) => req.socket === accepted[1])?.end('the only one');
    for (let round = 0; round < 3; round++) await settle();
    assert.equal(inHand.length, 2);
    const areClosed = () => accepted.slice(0, 2).map(({ destroyed }) => destroyed);
    timers.advance(9_999);
    assert.deepEqual(areClosed(), [false, false]);
    timers.advance(1);
    assert.deepEqual(areClosed(), [false, true]);
    for (let count = 0; count < limits.ofConnection; count++) {
      const now = inHand.find(
        ({ req, writableEnded }) => req.socket === accepted[0] && !writableEnded,
      );
      const before = inHand.length;
      now?.end();
      await until(() => inHand.length > before);
    }
    inHand.at(-1)?.end('the last');
    await until(() => String(few.read()).includes('the last'));
  });

  it('are all answered to a client that reads, however many it sends at once', async () => {
    await stop();
    const usual = createTurns({ timers });
    await start(usual, (request, response) => void response.end(`[${request.url}]`));
    const all = paths(1400);
    const client = send(all.map(get).join(''));
    let received = '';
    client.on('data', (text) => {
      received += text;
    });
    await until(() => received.includes('[/1399]'));
    assert.deepEqual(
      Array.from(received.matchAll(/\[(.*?)\]/g), ([, path]) => path),
      all,
    );
  });
});
