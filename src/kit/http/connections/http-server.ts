import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { minuteMs } from '../../time/units.ts';
import type { Turns } from './answer-in-turn.ts';

/**
 * Time enough for a tank's modem, and for a file of megabytes from a phone at the edge of its network; but a client
 * that trickles must not hold a socket for ever.
 */
const timeouts = { requestTimeout: 120_000, headersTimeout: 15_000, keepAliveTimeout: 72_000 };
const idleSocketMs = minuteMs;

/**
 * A server that answers each connection's requests in order, and also a client that has ended its side of
 * the connection after its request, as RFC 9112, section 9.6, lets it.
 */
export function createHttpServer(turns: Turns, listener: RequestListener): Server {
  // A request without a host is refused by us, in the one shape of failures.
  const options = { ...timeouts, ...turns.options, requireHostHeader: false };
  const server = createServer(options, turns.before(listener)).setTimeout(idleSocketMs);
  server.on('upgrade', turns.hold);
  // Read once, an address is known for good; of a connection that has ended it cannot be read.
  server.on('connection', (socket) => void socket.remoteAddress);
  return Object.assign(server, { httpAllowHalfOpen: true });
}

const sweepMs = 25;

/**
 * Lets a server close as soon as its last answer is out. Node ends idle connections when `close` is called;
 * one that falls idle later, or was opened ahead and never used, would hold it up.
 * @returns runs `close` and ends such connections meanwhile.
 */
export function followConnections(server: Server): (close: () => Promise<void>) => Promise<void> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const sweep = () => {
    server.closeIdleConnections();
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
  return async (close) => {
    const timer = setInterval(sweep, sweepMs);
    try {
      await close();
    } finally {
      clearInterval(timer);
    }
  };
}
