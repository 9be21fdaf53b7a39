import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openSqliteFile } from '../src/db/sqlite/sqlite-file.ts';
import {
  makeStorage,
  type RunningKisima,
  type Storage,
  startKisima,
} from './helpers/server/kisima-process.ts';
import { call, make, type Owner, registerOwner } from './helpers/server/process-client.ts';
import { runKisima } from './helpers/server/run-kisima.ts';
import { openSmsAccount, postSms, type SmsAccount } from './helpers/sms/sms-client.ts';

/** Nobody listens there, so what is sent to it waits. */
const nowhere = { SMPP_URL: 'smpp://kisima:secret@127.0.0.1:1' };

describe('a server that only looks', () => {
  let original: Storage;
  let trial: Storage;
  let owner: Owner;
  let sender: SmsAccount;
  let looking: RunningKisima;
  let outside: Awaited<ReturnType<typeof startOutside>>;

  before(async () => {
    original = await makeStorage('sqlite');
    trial = await makeStorage('sqlite');
    const server = await startKisima({ ...original.env, ...nowhere });
    owner = await registerOwner(server.url, 1);
    sender = await openSmsAccount(server.url);
    await runKisima(['sms', 'grant', sender.email, '10'], original.env);
    await postSms(server.url, '/v1/sms/bulk', sender, { to: ['0712345678'], message: 'Maji' });
    await server.stop();
    const backup = join(trial.folder, '..', 'backup');
    assert.equal((await runKisima(['backup', backup], original.env)).code, 0);
    assert.equal((await runKisima(['restore', backup], trial.env)).code, 0);
    outside = await startOutside();
    const { port } = outside;
    const env = {
      MQTT_URL: `mqtt://kisima:secret@127.0.0.1:${port}`,
      SMPP_URL: `smpp://kisima:secret@127.0.0.1:${port}`,
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      SMS_ROUTES: '*=smpp',
      SMS_RATES: 'smpp=10',
    };
    looking = await startKisima({ ...trial.env, ...env }, ['--look']);
  });
  after(async () => {
    await outside.close();
    await original.remove();
    await trial.remove();
  });

  it('says so where its health is asked for', async () => {
    const { status, body } = await call(looking.url, 'GET', '/healthz');
    assert.deepEqual([status, (body as { only_looks?: true }).only_looks], [200, true]);
    assert.equal((await call(looking.url, 'GET', '/readyz')).status, 200);
  });

  it('lets people sign in, read and follow, and sign out', async () => {
    const json = { email: owner.email, password: owner.password };
    const signedIn = await call(looking.url, 'POST', '/api/auth.php?action=login', { json });
    assert.equal(signedIn.status, 200, signedIn.text);
    const { token } = signedIn.body as { token: string };
    const devices = await call(looking.url, 'GET', '/api/devices.php?action=list', { token });
    assert.equal((devices.body as unknown[]).length, 1);
    await make(looking.url, '/api/stream/tickets', { token });
    const messages = await call(looking.url, 'GET', '/v1/sms/messages', {
      apiKey: sender.apiKey,
    });
    assert.match(messages.text, /Maji/);
    const out = await call(looking.url, 'POST', '/api/auth.php?action=logout', { token });
    assert.equal(out.status, 200);
  });

  it('refuses devices and all changes with 503', async () => {
    const [device] = owner.devices;
    assert.ok(device);
    const { token } = owner;
    const reading = { mac_address: device.mac, water_level_percent: 42 };
    const pump = { device_id: device.id, command: 'on' };
    const asked = {
      push: await call(looking.url, 'POST', '/iot_push.php', { form: reading }),
      batch: await call(looking.url, 'POST', '/iot_push_batch.php', { json: reading }),
      poll: await call(looking.url, 'GET', `/iot_commands.php?mac_address=${device.mac}`),
      lorawan: await call(looking.url, 'POST', '/lorawan/chirpstack.php?event=up', { json: {} }),
      pump: await call(looking.url, 'POST', '/api/pump_commands.php?action=send', {
        token,
        json: pump,
      }),
      name: await call(looking.url, 'PUT', '/api/devices.php?action=update', { token, json: {} }),
      register: await call(looking.url, 'POST', '/api/auth.php?action=register', { json: {} }),
      send: await call(looking.url, 'POST', '/v1/sms/send', {
        apiKey: sender.apiKey,
        json: { to: '0712345678', message: 'Maji' },
      }),
      cancel: await call(looking.url, 'DELETE', '/v1/sms/messages/1', { apiKey: sender.apiKey }),
      unknown: await call(looking.url, 'POST', '/nowhere'),
    };
    for (const [what, { status, body, text }] of Object.entries(asked)) {
      assert.deepEqual(
        [what, status, (body as { code?: string }).code],
        [what, 503, 'only_looks'],
        text,
      );
    }
  });

  it('has reached nobody, and left alone what waits', async () => {
    await looking.stop();
    assert.equal(outside.connections(), 0);
    assert.deepEqual(messagesOf(trial), messagesOf(original));
    assert.equal(messagesOf(trial).length, 1);
    assert.deepEqual(readingsOf(trial), 0);
  });

  it('is no demo', async () => {
    const { code, stderr } = await runKisima(['serve', '--look', '--demo'], trial.env);
    assert.deepEqual([code, stderr], [2, '--demo pushes readings; --look takes none.\n']);
  });
});

/** Whatever a server could reach, at one port. */
async function startOutside() {
  let connections = 0;
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    connections += 1;
    open.add(socket);
    socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function messagesOf(storage: Storage): unknown[] {
  return ask(storage, 'select id, status, provider, attempts, claimed_by from sms_messages');
}

function readingsOf(storage: Storage): number {
  return ask(storage, 'select 1 from readings').length;
}

function ask({ folder }: Storage, query: string): unknown[] {
  const file = openSqliteFile(join(folder, 'kisima.db'), { readonly: true, cacheKib: 1024 });
  const rows = file.prepare(query).all();
  file.close();
  return rows;
}
