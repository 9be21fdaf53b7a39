import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import { readConfig } from '../src/config.ts';
import { createSoleLeadership } from '../src/db/postgres/leadership.ts';
import { randomIds } from '../src/kit/ids.ts';
import { systemClock } from '../src/kit/time/clock.ts';
import { systemTimers } from '../src/kit/time/timers.ts';
import { createServer } from '../src/server.ts';
import { registerUser } from './helpers/accounts/accounts.ts';
import { openTestDatabase } from './helpers/database/test-database.ts';
import { type Answer, startTestServer, type TestServer } from './helpers/server/test-server.ts';
import { registerDevice } from './helpers/water/devices.ts';

describe('how much a client may send', () => {
  let server: TestServer;
  let token: string;
  before(async () => {
    server = await startTestServer({ engine: 'sqlite' });
    ({ token } = await registerUser(server));
  });
  after(() => server.stop());

  it('is 1 MiB of JSON', async () => {
    const path = '/api/devices.php?action=register';
    const most = await server.request('POST', path, { token, json: jsonOf(1_048_576) });
    assert.equal(most.status, 201, most.text);
    const more = await server.request('POST', path, { token, json: jsonOf(1_048_577) });
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
      { headersTimeout: 15_000, requestTimeout: 30_000, timeout: 60_000, keepAliveTimeout: 72_000 },
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
