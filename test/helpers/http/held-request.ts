import { once } from 'node:events';
import { connect } from 'node:net';

export type HeldRequest = {
  /** Sends the rest of the body, and whatever is to follow on the same connection. */
  finish: (more?: string) => void;
  /** All that the server said after it took the request in hand, once it ends the connection. */
  answer: Promise<string>;
  /** Leaves without a word. */
  abandon: () => void;
};

type Held = { port: number; path: string; token?: string; json: unknown };

/**
 * Sends a POST up to its last byte. Resolves once the server has it in hand, of which the interim
 * answer `100 Continue` is the proof.
 */
export async function holdRequest({ port, path, token, json }: Held): Promise<HeldRequest> {
  const body = JSON.stringify(json);
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.write(
    [
      `POST ${path} HTTP/1.1`,
      'host: localhost',
      'expect: 100-continue',
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
      '\r\n',
    ].join('\r\n'),
  );
  let received = '';
  const [interim] = await once(socket, 'data');
  if (interim !== 'HTTP/1.1 100 Continue\r\n\r\n') throw new Error(`not in hand: ${interim}`);
  socket.on('data', (chunk: string) => {
    received += chunk;
  });
  // A server that leaves without an answer resets the connection; then nothing was received.
  socket.on('error', () => {});
  socket.write(body.slice(0, -1));
  return {
    finish: (more = '') => void socket.write(body.slice(-1) + more),
    answer: once(socket, 'close').then(() => received),
    abandon: () => void socket.destroy(),
  };
}
