import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type RegisteredUser, registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import { failureOf, wrongFields } from '../../../../test/helpers/http/answers.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { until } from '../../../../test/helpers/until.ts';
import { registerDevice } from '../../../../test/helpers/water/devices.ts';
import {
  chirpstackUp,
  makeSecret,
  postTo,
  randomDevEui,
} from '../../../../test/helpers/water/lorawan.ts';

type Secret = { id: number; prefix: string; last_used_at: string | null; secret?: string };
type Own = { id: number; profile: string | null };
type Heard = { device_id: string; source: string; readings: object[]; message: object };

describeOnBothEngines('what an owner sets up for LoRaWAN', (engine) => {
  const server = useTestServer({ engine });
  let owner: RegisteredUser;
  let other: RegisteredUser;
  before(async () => {
    owner = await registerUser(server);
    other = await registerUser(server);
  });

  const ask = (method: string, path: string, json?: object, { token } = owner) =>
    server.request(method, `/api/lorawan/${path}`, { token, ...(json && { json }) });
  const percent = (path: string) => ({
    decoder: null,
    fields: [{ field: 'water_level_percent', path }],
  });

  it('wants a person', async () => {
    for (const [method, path] of [
      ['GET', 'secrets'],
      ['POST', 'secrets'],
      ['DELETE', 'secrets/1'],
      ['GET', 'mappings'],
      ['PUT', 'mappings'],
      ['DELETE', 'mappings/1'],
      ['GET', 'devices'],
      ['POST', 'preview'],
    ] as const) {
      const { status } = await server.request(method, `/api/lorawan/${path}`);
      assert.equal(status, 401, path);
    }
  });

  it('makes secrets that are shown once, and says when they were last used', async () => {
    const made = await ask('POST', 'secrets', { name: 'Estate', network: 'tts' });
    assert.equal(made.status, 201, made.text);
    assert.equal(made.headers.get('cache-control'), 'no-store');
    const { secret = '', ...shown } = made.body as Secret;
    assert.match(secret, /^kwl_[\w-]{43}$/);
    assert.ok(secret.startsWith(shown.prefix));
    const list = async (of = owner) =>
      (await ask('GET', 'secrets', undefined, of)).body as Secret[];
    assert.deepEqual(await list(), [{ ...shown, last_used_at: null }]);
    assert.deepEqual(await list(other), []);
    await postTo(server, 'tts', secret, {});
    await until(async () => (await list())[0]?.last_used_at !== null);
    const path = `secrets/${shown.id}`;
    assert.deepEqual(failureOf(await ask('DELETE', path, undefined, other)), [404, 'not_found']);
    assert.equal((await ask('DELETE', path)).status, 200);
    assert.equal((await ask('DELETE', path)).status, 404);
    assert.deepEqual(wrongFields(await ask('POST', 'secrets', { name: 'x', network: 'x' })), [
      'network',
    ]);
  });

  it('has at most 20 secrets and 50 mappings at once', async () => {
    const many = await registerUser(server);
    const make = () => ask('POST', 'secrets', { name: 'One', network: 'tts' }, many);
    const made = await Promise.all(Array.from({ length: 21 }, make));
    assert.equal(made.filter(({ status }) => status === 201).length, 20);
    assert.deepEqual(failureOf(await make()), [409, 'too_many_secrets']);
    const save = (profile: string) =>
      ask('PUT', 'mappings', { profile, mapping: percent('level') }, many);
    for (let count = 0; count < 50; count += 1) await save(`Profile ${count}`);
    assert.deepEqual(failureOf(await save('One more')), [409, 'too_many_mappings']);
    assert.equal((await save('profile 7')).status, 200);
  });

  it('sets one mapping for each profile, in any case, and removes it', async () => {
    const listed = async (of = owner) => {
      const { body } = await ask('GET', 'mappings', undefined, of);
      return body as { own: Own[]; ready: { model: string }[] };
    };
    await ask('PUT', 'mappings', { profile: 'Tank board', mapping: percent('a') });
    await ask('PUT', 'mappings', { profile: 'TANK BOARD', mapping: percent('b') });
    await ask('PUT', 'mappings', { profile: null, mapping: percent('c') });
    const { own, ready } = await listed();
    assert.deepEqual(
      own.map(({ profile }) => profile),
      [null, 'TANK BOARD'],
    );
    assert.equal(ready.length, 5);
    assert.deepEqual((await listed(other)).own, []);
    const path = `mappings/${own[0]?.id}`;
    assert.equal((await ask('DELETE', path, undefined, other)).status, 404);
    assert.equal((await ask('DELETE', path)).status, 200);
    assert.equal((await listed()).own.length, 1);
    for (const [fields, field] of [
      [[], 'mapping.fields'],
      [[{ field: 'water_level_percent', path: 'a..b' }], 'mapping.fields.0.path'],
      [[{ field: 'water_level_percent', path: '' }], 'mapping.fields.0.path'],
      [[{ field: 'level', path: 'a' }], 'mapping.fields.0.field'],
      [[{ field: 'volume', path: 'a', factor: 1e9 }], 'mapping.fields.0.factor'],
    ] as const) {
      const json = { profile: null, mapping: { decoder: null, fields } };
      assert.deepEqual(wrongFields(await ask('PUT', 'mappings', json)), [field]);
    }
  });

  it('tries a mapping on the last message of a device, which is kept', async () => {
    const devEui = randomDevEui();
    const device = await registerDevice(server, owner.token, devEui);
    const preview = (mapping: object, of = owner) =>
      ask('POST', 'preview', { device_id: device.id, mapping }, of);
    assert.deepEqual(failureOf(await preview(percent('a'))), [404, 'not_found']);
    const secret = await makeSecret(server, owner.token);
    const uplink = chirpstackUp(devEui, server.clock.now, { object: { data: [{ fill: 42 }] } });
    uplink.deviceInfo.deviceProfileName = 'Something else';
    const posted = await postTo(server, 'chirpstack?event=up', secret, uplink);
    assert.equal((posted.body as { status: string }).status, 'no_reading');
    const { status, body, text } = await preview(percent('data[0].fill'));
    assert.equal(status, 200, text);
    const { readings, errors } = body as { readings: Record<string, unknown>[]; errors: string[] };
    assert.deepEqual(errors, []);
    assert.deepEqual([readings[0]?.water_level_percent, readings[0]?.signal_dbm], [42, -97]);
    const wrong = await preview({
      decoder: null,
      fields: [{ field: 'water_level_percent', path: 'data[0].fill', factor: 10 }],
    });
    assert.match((wrong.body as { errors: string[] }).errors[0] ?? '', /must be at most 110/);
    assert.equal((await preview(percent('a'), other)).status, 404);

    const heardBy = async (of: RegisteredUser, path = 'devices') =>
      (await ask('GET', path, undefined, of)).body as Heard[];
    const [heard] = await heardBy(owner);
    assert.deepEqual([heard?.device_id, heard?.source], [device.id, 'none']);
    assert.deepEqual(heard?.readings, []);
    assert.deepEqual(await heardBy(other), []);
    assert.deepEqual(await heardBy(owner, `devices?after=${device.id}`), []);
    const removal = `/api/devices.php?action=remove&id=${device.id}`;
    await server.request('DELETE', removal, { token: owner.token });
    assert.deepEqual(await heardBy(owner), []);
  });
});
