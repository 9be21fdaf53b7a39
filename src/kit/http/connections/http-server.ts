import { createServer, type RequestListener, type Server } from 'node:http';
import { minuteMs } from '../../time/units.ts';
import type { Turns } from './answer-in-turn.ts';

/** Time enough for a tank's modem; but a client that trickles must not hold a socket for ever. */
const timeouts = { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 72_000 };
const idleSocketMs = minuteMs;

/**
 * A server that answers each connection's requests in turn, and also a client that has ended its side
 * of the connection after its request, as RFC 9112, section 9.6, lets it.
 */
export function createHttpServer(turns: Turns, listener: RequestListener): Server {
  // A request without a host is refused by us, in the one shape of failures.
  const options = { ...timeouts, ...turns.options, requireHostHeader: false };
  const server = createServer(options, turns.before(listener)).setTimeout(idleSocketMs);
  server.on('upgrade', turns.hold);
  // Asked once, an address is known for good; of a connection that has ended it cannot be asked.
  server.on('connection', (socket) => void socket.remoteAddress);
  return Object.assign(server, { httpAllowHalfOpen: true });
}
