import { connect } from 'node:net';
import { toForm } from '../server/process-client.ts';

export type PushAnswer = { status: number; head: string; text: string };

/** A device's connection, which it keeps. */
export type PushLine = {
  /** Pushes one form; rejects when the connection breaks before the whole answer is there. */
  push: (form: Record<string, string | number>) => Promise<PushAnswer>;
  /** Set if the server has closed it, as it does where nothing comes for long. */
  isGone: () => boolean;
  close: () => void;
};

/** As plain as firmware is: `fetch` would take more time for each push than the server does. */
export function openPushLine(url: string): PushLine {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  let received = '';
  let waiting:
    | { resolve: (answer: PushAnswer) => void; reject: (error: Error) => void }
    | undefined;

  socket.on('data', (chunk) => {
    received += chunk;
    const answer = readAnswer(received);
    if (!answer) return;
    received = '';
    waiting?.resolve(answer);
  });
  socket.on('error', () => {});
  socket.on('close', () => waiting?.reject(new Error('the connection broke')));

  return {
    push: (form) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        const body = toForm(form);
        socket.write(
          `POST /iot_push.php HTTP/1.1\r\nhost: ${hostname}\r\n` +
            'content-type: application/x-www-form-urlencoded\r\n' +
            `content-length: ${body.length}\r\n\r\n${body}`,
        );
        if (socket.destroyed) reject(new Error('the connection is gone'));
      }),
    isGone: () => socket.destroyed,
    close: () => void socket.destroy(),
  };
}

/** The answer, once all of it is there. */
function readAnswer(received: string): PushAnswer | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const length = Number(/^content-length: (\d+)\r?$/im.exec(received)?.[1]);
  const text = received.slice(end + 4);
  if (text.length < length) return undefined;
  const [, status] = received.split(' ', 2);
  return { status: Number(status), head: received.slice(0, end), text };
}
