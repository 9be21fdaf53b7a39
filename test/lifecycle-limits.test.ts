import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { before, describe, it } from 'node:test';
import pino from 'pino';
import { readConfig } from '../src/config.ts';
import { createSoleLeadership } from '../src/db/leadership.ts';
import { randomIds } from '../src/kit/ids.ts';
import { systemClock } from '../src/kit/time/clock.ts';
import { systemTimers } from '../src/kit/time/timers.ts';
import { createServer } from '../src/server.ts';
import { registerUser } from './helpers/accounts/accounts.ts';
import { openTestDatabase } from './helpers/database/test-database.ts';
import { wrongFields } from './helpers/http/answers.ts';
import { type Answer, useTestServer } from './helpers/server/test-server.ts';
import { newGroup, newSmsOwner, type SmsOwner } from './helpers/sms/sms-account.ts';
import { registerDevice } from './helpers/water/devices.ts';

describe('how much a client may send', () => {
  const server = useTestServer({ engine: 'sqlite' });
  let token: string;
  before(async () => {
    ({ token } = await registerUser(server));
  });

  it('is 16 KiB of JSON where nothing needs more', async () => {
    const path = '/api/devices.php?action=register';
    const most = await server.request('POST', path, { token, json: jsonOf(16_384) });
    assert.equal(most.status, 201, most.text);
    const more = await server.request('POST', path, { token, json: jsonOf(16_385) });
    assertTooLarge(more);
  });

  it('is 16 KiB on the device endpoints, in a form and in JSON', async () => {
    const { mac_or_serial: mac_address } = await registerDevice(server, token);
    const push = { mac_address, water_level_percent: 50 };
    for (const [path, fields, status] of [
      ['/iot_push.php', push, 201],
      ['/iot_ack.php', { mac_address, command_id: 1 }, 404],
    ] as const) {
      const form = (bytes: number) => server.request('POST', path, { form: fill(fields, bytes) });
      assert.equal((await form(16_384)).status, status);
      assertTooLarge(await form(16_385));
      const json = (bytes: number) => server.request('POST', path, { json: jsonOf(bytes, fields) });
      assert.equal((await json(16_384)).status, status);
      assertTooLarge(await json(16_385));
    }
  });
});

describe('a large body', () => {
  const server = useTestServer({ engine: 'sqlite' });
  let owner: SmsOwner;
  let head: string;
  before(async () => {
    owner = await newSmsOwner(server);
    const group = await newGroup(owner);
    head = [
      `POST /v1/account/groups/${group}/contacts HTTP/1.1`,
      `host: ${new URL(server.url).host}`,
      `authorization: Bearer ${owner.token}`,
      'content-type: text/csv',
      'transfer-encoding: chunked',
      '\r\n',
    ].join('\r\n');
  });

  /** Sends a body as chunks of these texts, whole or up to where its client leaves. */
  const open = (pieces: string[], end = '0\r\n\r\n') => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    // Bytes sent after a refusal meet a closed door.
    socket.on('error', () => {});
    const chunks = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`);
    socket.write(head + chunks.join('') + end);
    return socket;
  };
  const statusOf = async (socket: Socket) => {
    const [first] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return first.toString().split(' ', 2)[1];
  };

  it('may come line by line, but not in crumbs', async () => {
    const lines = Array.from({ length: 10_000 }, (_, at) => `07${10_000_000 + at},Juma\n`);
    assert.equal(await statusOf(open(lines)), '201');
    assert.equal(await statusOf(open(Array(60_000).fill('x'))), '413');
  });

  it('may break off', async () => {
    const broken = open(['0712345678,Juma\n'], '');
    await once(broken, 'connect');
    broken.destroy();
    assert.equal(await statusOf(open(['0712345678,Juma\n'])), '200');
    const logged = server
      .logged()
      .split('\n')
      .filter((line) => line.includes('"level":50'));
    assert.deepEqual(logged, []);
  });

  it('in JSON is counted before it is read', async () => {
    const send = (body: string) =>
      owner.call('POST', '/opt-outs', { body, headers: { 'content-type': 'application/json' } });
    const many = await send(`{"phones":[${'{},'.repeat(30_000)}{}]}`);
    assert.deepEqual(wrongFields(many), ['body']);
    const more = await send(`{"phones":[${'"x",'.repeat(10_000)}"x"]}`);
    assert.deepEqual(wrongFields(more), ['phones']);
    const deep = await send(`{"phones":${'['.repeat(40)}${']'.repeat(40)}}`);
    assert.equal(deep.status, 400, deep.text);
    assert.match(deep.text, /nested more than 32 deep/);
  });
});

describe('how long a client may take', () => {
  it('is bounded for the headers, the whole request, and the silence after it', async () => {
    const { db, close } = await openTestDatabase('sqlite');
    const { app } = await createServer({
      timers: systemTimers,
      leadership: createSoleLeadership(),
      config: readConfig({}),
      db,
      log: pino({ level: 'silent' }),
      clock: systemClock,
      ids: randomIds,
      secret: Buffer.alloc(32),
    });
    await app.ready();
    const { headersTimeout, requestTimeout, timeout, keepAliveTimeout } = app.server;
    assert.deepEqual(
      { headersTimeout, requestTimeout, timeout, keepAliveTimeout },
      {
        headersTimeout: 15_000,
        requestTimeout: 120_000,
        timeout: 60_000,
        keepAliveTimeout: 72_000,
      },
    );
    await app.close();
    await close();
  });
});

/** Fields that make up a JSON body of this many bytes together with `others`. */
function jsonOf(bytes: number, others: object = { mac_or_serial: `SERIAL-${bytes}` }) {
  const length = JSON.stringify({ ...others, more: '' }).length;
  return { ...others, more: 'x'.repeat(bytes - length) };
}

/** The fields with one more that makes a form of this many bytes. */
function fill(fields: Record<string, string | number>, bytes: number) {
  const texts = Object.entries(fields).map(([name, value]): [string, string] => [name, `${value}`]);
  const length = new URLSearchParams([...texts, ['more', '']]).toString().length;
  return { ...fields, more: 'x'.repeat(bytes - length) };
}

function assertTooLarge({ status, body }: Answer): void {
  assert.equal(status, 413);
  assert.deepEqual(body, {
    success: false,
    error: 'The body is too large for this operation.',
    code: 'too_large',
  });
}
