import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const sweepMs = 25;

/**
 * Lets a server close as soon as its last answer is out. Node ends connections that are idle when `close`
 * is called; one that falls idle later, or was opened ahead and never used, would hold it up.
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
