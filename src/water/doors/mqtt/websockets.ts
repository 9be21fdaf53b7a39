import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { createWebSocketStream, WebSocketServer } from 'ws';
import type { Upgrades } from '../../../kit/http/connections/answer-in-turn.ts';

const path = '/mqtt';
/** MQTT 3.1.1, section 6, which MQTT 5 has too. */
const protocol = 'mqtt';

/**
 * MQTT over WebSocket, on the port of HTTP: at one path, for clients that name the protocol. All else that asks for
 * an upgrade is answered as if it had not asked.
 * @param mostBytes of a message of WebSocket, which may hold any part of a packet.
 */
export function createWebSockets(accept: (stream: Duplex) => void, mostBytes: number): Upgrades {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: mostBytes,
    perMessageDeflate: false,
    handleProtocols: () => protocol,
  });
  return {
    areFor: (request) =>
      request.url?.split('?', 1)[0] === path &&
      request.headers.upgrade?.toLowerCase() === 'websocket' &&
      namesProtocol(request),
    take: (request, socket, head) => {
      server.handleUpgrade(request, socket, head, (webSocket) => {
        accept(createWebSocketStream(webSocket));
      });
    },
  };
}

function namesProtocol({ headers }: IncomingMessage): boolean {
  const offered = headers['sec-websocket-protocol'] ?? '';
  return offered.split(',').some((name) => name.trim() === protocol);
}
