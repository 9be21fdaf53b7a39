import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { before, describe, it } from 'node:test';
import { silenceMs } from '../src/kit/http/connections/take-rest.ts';
import { useTestServer } from './helpers/server/test-server.ts';
import { holdWaitsOf } from './helpers/server/test-timers.ts';
import { readAnswer, sendText } from './helpers/sms/send-text.ts';
import { newGroup, newSmsOwner } from './helpers/sms/sms-account.ts';

/** More than connections hold on the way. */
const body = Buffer.alloc(12_582_912, '0712345678\n');

/** Sends a request as most clients do: all of it, and only then looks for the answer. */
async function sendThenRead(
  base: string,
  head: string[],
  pieces: readonly Buffer[],
): Promise<string> {
  const { hostname, port, host } = new URL(base);
  const socket = connect(Number(port), hostname).pause();
  const [line = '', ...headers] = head;
  socket.write(`${[line, `Host: ${host}`, ...headers].join('\r\n')}\r\n\r\n`);
  for (const piece of pieces.slice(0, -1)) socket.write(piece);
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.write(pieces.at(-1) ?? '', (error) => (error ? reject(error) : resolve()));
  });
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  socket.resume();
  await once(socket, 'end');
  socket.destroy();
  return received;
}

describe('a client that reads only when it has sent all', () => {
  const held = holdWaitsOf(silenceMs);
  const server = useTestServer({ engine: 'sqlite', timers: held.timers });
  let path: string;
  let bearer: string;
  before(async () => {
    const owner = await newSmsOwner(server);
    path = `/v1/account/groups/${await newGroup(owner)}/contacts`;
    bearer = `Authorization: Bearer ${owner.token}`;
  });

  const length = `Content-Length: ${body.length}`;
  const chunked = 'Transfer-Encoding: chunked';
  const asChunks = [
    Buffer.from(`${body.length.toString(16)}\r\n`),
    body,
    Buffer.from('\r\n0\r\n\r\n'),
  ];
  const close = 'Connection: close';
  const csv = 'Content-Type: text/csv';
  const form = 'Content-Type: application/x-www-form-urlencoded';

  it('is told why its body was refused', async () => {
    for (const [status, code, head] of [
      [413, 'too_large', [`POST ${path} HTTP/1.1`, bearer, csv, close]],
      [401, 'unauthenticated', [`POST ${path} HTTP/1.1`, csv, close]],
      [
        415,
        'unsupported_media_type',
        [`POST ${path} HTTP/1.1`, bearer, 'Content-Type: a/b', close],
      ],
      [404, 'not_found', ['POST /v1/account/nothing HTTP/1.1', bearer, csv, close]],
      [405, 'method_not_allowed', [`PATCH ${path} HTTP/1.1`, bearer, csv, close]],
      [413, 'too_large', ['POST /iot_push.php HTTP/1.0', form]],
      [403, 'api_key_invalid', ['POST /v1/sms/send HTTP/1.1', 'X-API-Key: k', close]],
    ] as const) {
      for (const [size, pieces] of [
        [length, [body]],
        [chunked, asChunks],
      ] as const) {
        if (size === chunked && head[0].endsWith('1.0')) continue;
        const answer = readAnswer(await sendThenRead(server.url, [...head, size], pieces));
        const { code: told } = JSON.parse(answer.body) as { code: string };
        assert.deepEqual([answer.status, told], [status, code], head.join());
      }
    }
  });

  it('is not waited for once it is silent', async () => {
    const request = `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${csv}\r\n${length}\r\n${close}\r\n\r\n0712`;
    const answered = sendText(server.url, request);
    await held.whenWaiting(1);
    held.pass();
    assert.equal(readAnswer(await answered).status, 401);
  });
});
