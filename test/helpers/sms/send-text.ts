import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * Sends bytes that no HTTP client would, and gives what comes back until the server hangs up.
 * @param isAll whether the client ends its side of the connection with them.
 */
export async function sendText(base: string, text: string, isAll = false): Promise<string> {
  const { hostname, port } = new URL(base);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
  });
  socket.write(text);
  if (isAll) socket.end();
  await once(socket, 'end');
  socket.destroy();
  return received;
}

/** Status and headers, in lower case, of an answer as it came over the wire, and its body. */
export function readAnswer(text: string) {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return { status: Number(first.split(' ')[1]), headers: new Map(headers), body };
}
