import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { generateSource } from 'oazapfts';
import { generate } from 'orval';
import { fetchOpenApi } from './contract/openapi.ts';
import { startTestServer, type TestServer } from './helpers/server/test-server.ts';

type Answered = { status: number; data: Record<string, unknown> };
type Listed = { status: number; data: Record<string, unknown>[] };
type Options = { headers?: Record<string, string> };

/** Operations of a walk through both services, by their ids. */
type Client = {
  authRegister: (body: object) => Promise<Answered>;
  devicesRegister: (body: object, options: Options) => Promise<Answered>;
  sensorConfigsSave: (body: object, options: Options) => Promise<Answered>;
  iotPush: (body: object) => Promise<Answered>;
  postAccountKeys: (body: object, options: Options) => Promise<Answered>;
  getSmsBalance: (options: Options) => Promise<Answered>;
  /** Difference of the generators in passing parameters. */
  latest: (device: string, options: Options) => Promise<Listed>;
  alerts: (device: string, options: Options) => Promise<Listed>;
  send: (body: object, options: Options) => Promise<Answered>;
};

describe('clients that generators make of the description', () => {
  let server: TestServer;
  let folder: string;
  let description: string;
  before(async () => {
    server = await startTestServer({ engine: 'sqlite', env: { SIMULATOR_DELAY_SECONDS: '0' } });
    folder = await mkdtemp(join(tmpdir(), 'kisima-clients-'));
    const modules = fileURLToPath(new URL('../node_modules', import.meta.url));
    await symlink(modules, join(folder, 'node_modules'));
    await writeFile(join(folder, 'package.json'), '{"type": "module"}');
    description = join(folder, 'openapi.json');
    await writeFile(description, JSON.stringify(await fetchOpenApi(server)));
  });
  after(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  it('walk through both services as oazapfts makes them', async () => {
    const target = join(folder, 'oazapfts.ts');
    await writeFile(target, await generateSource(description));
    const made = await import(pathToFileURL(target).href);
    made.defaults.baseUrl = server.url;
    await walk({
      ...made,
      latest: made.sensorsLatest,
      alerts: (device, options) => made.alertsList(device, {}, options),
      send: (body, options) => made.postSmsSend(body, {}, options),
    });
  });

  it('walk through both services as orval makes them', async () => {
    const target = join(folder, 'orval.ts');
    const output = { target, client: 'fetch', mode: 'single', baseUrl: server.url } as const;
    await generate({ input: { target: description }, output });
    const made = await import(pathToFileURL(target).href);
    await walk({
      ...made,
      latest: (device_id, options) => made.sensorsLatest({ device_id }, options),
      alerts: (device_id, options) => made.alertsList({ device_id }, options),
      send: made.postSmsSend,
    });
  });
});

let walks = 0;

async function walk(client: Client): Promise<void> {
  const mac_address = `AA:BB:CC:DD:EE:0${++walks}`;
  const password = 'three-blue-jerrycans';
  const account = await client.authRegister({ email: `walker${walks}@example.com`, password });
  assert.equal(account.status, 201, JSON.stringify(account.data));
  const owner = { headers: { authorization: `Bearer ${account.data['token']}` } };

  const device = await client.devicesRegister({ mac_or_serial: mac_address }, owner);
  assert.equal(device.status, 201);
  const device_id = String(device.data['id']);
  const tank = { device_id, sensor_name: 'main', capacity: 5000, low_threshold: 20 };
  assert.equal((await client.sensorConfigsSave(tank, owner)).status, 201);

  const reading = { mac_address, sensor_name: 'main', water_level_percent: 12.5 };
  assert.equal((await client.iotPush(reading)).status, 201);
  const latest = await client.latest(device_id, owner);
  assert.deepEqual([latest.status, latest.data[0]?.['level']], [200, 12.5]);
  const alerts = await client.alerts(device_id, owner);
  assert.deepEqual([alerts.status, alerts.data[0]?.['type']], [200, 'low']);
  const refused = await client
    .devicesRegister({ mac_or_serial: '' }, owner)
    .catch((error) => error);
  assert.deepEqual([refused.status, refused.data.code], [400, 'invalid_input']);

  const key = await client.postAccountKeys({ name: 'Walk' }, owner);
  assert.equal(key.status, 201);
  const program = { headers: { 'x-api-key': String(key.data['api_key']) } };
  const before = await client.getSmsBalance(program);
  const sent = await client.send({ to: '0712345678', message: 'Water is low' }, program);
  assert.deepEqual([sent.status, sent.data['success']], [200, true]);
  const { data } = await client.getSmsBalance(program);
  assert.equal(data['balance'], Number(before.data['balance']) - 1);
}
