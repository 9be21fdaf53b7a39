import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import { createTestTimers } from '../../../test/helpers/server/test-timers.ts';
import { until } from '../../../test/helpers/until.ts';
import { createMetrics } from '../../operations/metrics.ts';
import { createBus } from './bus.ts';
import { createStreams } from './streams.ts';

const accountId = 1;

describe('a reader of a stream who does not read', () => {
  const bus = createBus({ now: () => 0, epoch: 'epoch' });
  const metrics = createMetrics();
  const streams = createStreams({
    bus,
    metrics,
    guard: {
      ownersOf: async () => new Map([['session', accountId]]),
      goodTokens: async () => new Set<number>(),
      onSessionsEnded: () => {},
    },
    log: pino({ level: 'silent' }),
    timers: createTestTimers(),
    limits: { perAccount: 10, perAddress: 10, inAll: 10 },
  });
  let server: Server;
  before(async () => {
    server = createServer((_request, response) => {
      response.writeHead(200);
      streams.begin({ accountId, sessionId: 'session', network: '127.0.0.1' }, response, undefined);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());

  const openStreams = async () => (await metrics.streams.get()).values[0]?.value;

  /** Opens a stream and reads its beginning; @returns what has come so far. */
  const open = async (): Promise<{ socket: Socket; read: () => number }> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let bytes = 0;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
    });
    socket.on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await once(socket, 'data');
    return { socket, read: () => bytes };
  };

  const publish = () =>
    bus.publish(accountId, { type: 'alert', data: { message: 'x'.repeat(64_000) } });

  it('is cut off, while one who reads goes on', async () => {
    const [slow, quick] = [await open(), await open()];
    slow.socket.pause();
    const events = 64_000;
    let published = 0;
    while ((await openStreams()) === 2) {
      publish();
      published += 1;
      // Never more than a few events ahead of the quick one.
      await until(() => quick.read() >= (published - 2) * events);
    }
    assert.equal(await openStreams(), 1);
    assert.ok(!quick.socket.destroyed);
    quick.socket.destroy();
    await until(async () => (await openStreams()) === 0);
    slow.socket.destroy();
  });
});
