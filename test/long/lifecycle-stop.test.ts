import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, it } from 'node:test';
import { type HeldRequest, holdRequest } from '../helpers/http/held-request.ts';
import {
  makeStorage,
  type RunningKisima,
  type Storage,
  startKisima,
} from '../helpers/server/kisima-process.ts';
import { call, registerOwner } from '../helpers/server/process-client.ts';
import { describeOnBothEngines } from '../helpers/server/test-server.ts';
import { until } from '../helpers/until.ts';
import { randomMac } from '../helpers/water/devices.ts';

const health = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
const unclean = /did not stop cleanly/;

describeOnBothEngines('stopping', (engine) => {
  let storage: Storage;
  before(async () => {
    storage = await makeStorage(engine);
  });
  after(() => storage.remove());

  it('answers what is in hand, refuses what comes new with 503, and leaves with 0', async () => {
    const server = await startKisima(storage.env);
    const held = await holdRegistration(server);
    server.kill('SIGTERM');
    await server.sees(/"msg":"stopping"/);
    await refusesNewConnections(server);

    held.finish(health);
    const [first = '', second = ''] = splitAnswers(await held.answer);
    assert.match(first, /^HTTP\/1\.1 201 /);
    assert.match(second, /^HTTP\/1\.1 503 /);
    const seconds = Number(/^retry-after: (\d+)\r$/im.exec(second)?.[1]);
    assert.ok(seconds >= 5 && seconds <= 10, String(seconds));
    assert.match(second, /^connection: close\r$/im);
    assert.deepEqual(JSON.parse(second.split('\r\n\r\n')[1] ?? ''), {
      success: false,
      error: 'The server is stopping; try again in a moment.',
      code: 'unavailable',
      retry_after: seconds,
    });
    const { code, stdout, stderr } = await server.ended;
    assert.deepEqual([code, stderr], [0, '']);
    assert.doesNotMatch(stdout, unclean);
  });

  it('leaves with 0 also where nobody reads its log any more', async () => {
    const server = await startKisima(storage.env);
    server.process.stdout?.destroy();
    const paths = Array.from({ length: 20 }, (_, index) => `${server.url}/nowhere/${index}`);
    for (const path of paths) assert.equal((await fetch(path)).status, 404);
    server.kill('SIGTERM');
    const [code, signal] = await once(server.process, 'exit');
    assert.deepEqual([code, signal], [0, null]);
  });

  it('waits for no connection on which nothing is asked any more, or ever was', async () => {
    const server = await startKisima(storage.env);
    const silent = connect(server.port, '127.0.0.1');
    await once(silent, 'connect');
    const held = await holdRegistration(server);
    server.kill('SIGTERM');
    await server.sees(/"msg":"stopping"/);
    held.finish();
    assert.match(await held.answer, /^HTTP\/1\.1 201 /);
    const { code, stdout } = await server.ended;
    assert.equal(code, 0);
    assert.doesNotMatch(stdout, unclean);
  });
});

describeOnBothEngines('a second signal', (engine) => {
  let storage: Storage;
  before(async () => {
    storage = await makeStorage(engine);
  });
  after(() => storage.remove());

  it('leaves at once with 1, whatever is in hand', async () => {
    const server = await startKisima(storage.env);
    const held = await holdRegistration(server);
    server.kill('SIGTERM');
    await server.sees(/"msg":"stopping"/);
    // One that follows on the heels of the first is taken for the same, hence more than one.
    const impatience = setInterval(() => server.kill('SIGTERM'), 50);
    const { code, stdout } = await server.ended;
    clearInterval(impatience);
    assert.equal(code, 1);
    assert.match(stdout, /second signal: leaving at once/);
    assert.equal(await held.answer, '');
  });

  it('is no second one when npm passes on the Ctrl-C that the terminal sent us too', async () => {
    const server = await startKisima(storage.env);
    const held = await holdRegistration(server);
    server.kill('SIGINT');
    await server.sees(/"msg":"stopping"/);
    server.kill('SIGINT');
    held.finish();
    assert.match(await held.answer, /^HTTP\/1\.1 201 /);
    assert.equal((await server.ended).code, 0);
  });

  it('is not needed for a request that never ends: its time is STOP_SECONDS', async () => {
    const server = await startKisima({ ...storage.env, STOP_SECONDS: '0.1' });
    const held = await holdRegistration(server);
    server.kill('SIGTERM');
    const { code, stdout } = await server.ended;
    assert.equal(code, 0);
    assert.match(stdout, unclean);
    assert.equal(await held.answer, '');
  });
});

/** The registration of a device, of which the last byte is missing. */
async function holdRegistration({ url, port }: RunningKisima): Promise<HeldRequest> {
  const { token } = await registerOwner(url, 0);
  const path = '/api/devices.php?action=register';
  return await holdRequest({ port, path, token, json: { mac_or_serial: randomMac() } });
}

/** Until the port is closed, new clients get a Retry-After. */
async function refusesNewConnections({ url }: RunningKisima): Promise<void> {
  await until(async () => {
    const reply = await call(url, 'GET', '/healthz').catch(() => undefined);
    if (!reply) return true;
    assert.deepEqual([reply.status, reply.headers.get('retry-after')], [503, '5']);
    return false;
  });
}

function splitAnswers(text: string): string[] {
  return text.split(/(?=HTTP\/1\.1 \d{3} )/);
}
