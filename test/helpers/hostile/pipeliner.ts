import { connect, type Socket } from 'node:net';

export type PipelinerOptions = {
  /** Address of the server, such as `http://127.0.0.1:8080`. */
  url: string;
  /** Sockets that are open at any moment. */
  sockets: number;
  /** Requests that each socket sends, all at once. */
  requests: number;
  /** One request as it goes over the wire; an openapi.json where none is given. */
  request?: string;
};

export type Pipeliner = {
  /** Sockets that are open now. */
  open: () => number;
  /** Sockets that the server has closed so far; another came in the place of each. */
  closed: () => number;
  stop: () => void;
};

/** Interval of further requests of a socket, by which a close of the server is detected. */
const moreMs = 1000;

/** Gives a server that closes sockets a moment, so that a hostile client is no busy loop. */
const againMs = 100;

/** One request without a body, as short as a server takes it. */
export const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

/**
 * A hostile client: its sockets send many requests at once and read nothing of what is answered. A
 * socket that the server closes is opened again, until `stop`.
 */
export function startPipeliner({
  url,
  sockets,
  requests,
  request = get('/openapi.json'),
}: PipelinerOptions): Pipeliner {
  const { hostname, port } = new URL(url);
  const bytes = Buffer.from(request.repeat(requests));
  const open = new Set<Socket>();
  const waiting = new Set<NodeJS.Timeout>();
  let closed = 0;
  let isStopped = false;

  const openOne = (): void => {
    const socket = connect(Number(port), hostname);
    open.add(socket);
    // A socket that is paused before it is connected never reads.
    socket.pause();
    socket.on('error', () => {});
    socket.once('close', () => {
      open.delete(socket);
      if (isStopped) return;
      closed++;
      const timer = setTimeout(() => {
        waiting.delete(timer);
        openOne();
      }, againMs);
      waiting.add(timer);
    });
    socket.write(bytes);
  };
  for (let count = 0; count < sockets; count++) openOne();
  const asking = setInterval(() => {
    for (const socket of open) if (socket.writableLength === 0) socket.write(request);
  }, moreMs);

  return {
    open: () => open.size,
    closed: () => closed,
    stop: () => {
      isStopped = true;
      clearInterval(asking);
      for (const timer of waiting) clearTimeout(timer);
      for (const socket of open) socket.destroy();
    },
  };
}
