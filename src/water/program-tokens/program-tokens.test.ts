import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type RegisteredUser, registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { turnOnSecondFactor } from '../../../test/helpers/accounts/second-factor.ts';
import { shareDevice } from '../../../test/helpers/accounts/sharing.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { until } from '../../../test/helpers/until.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { makeOutage } from '../../../test/helpers/water/outages.ts';
import { hourMs } from '../../kit/time/units.ts';

const path = '/api/me/tokens';

type Token = {
  id: number;
  name: string;
  scope: string;
  device_ids: string[] | null;
  prefix: string;
  created_at: string;
  last_used_at: string | null;
};
type Created = Token & { token: string };
type Operation = {
  security?: Record<string, unknown>[];
  parameters?: { name: string; in: string; required?: boolean }[];
};

describeOnBothEngines('tokens of programs', (engine) => {
  const server = useTestServer({ engine });
  let owner: RegisteredUser;
  let [roof, yard] = ['', ''];
  before(async () => {
    owner = await registerUser(server);
    roof = (await registerDevice(server, owner.token)).id;
    yard = (await registerDevice(server, owner.token)).id;
  });

  const make = (json: object, token = owner.token) => server.request('POST', path, { token, json });
  const made = async (json: object, token = owner.token): Promise<string> => {
    const { status, body, text } = await make({ name: 'Home Assistant', ...json }, token);
    assert.equal(status, 201, text);
    return (body as Created).token;
  };
  const listed = async (token = owner.token) =>
    (await server.request('GET', path, { token })).body as Token[];
  const get = async (token: string, url: string) => {
    const { status, body } = await server.request('GET', url, { token });
    return [status, Array.isArray(body) ? body.length : undefined];
  };
  const order = async (token: string, device_id: string) => {
    const json = { device_id, sensor_name: 'main', command: 'on', turn_off_above: 90 };
    const url = '/api/pump_commands.php?action=send';
    return await server.request('POST', url, { token, json });
  };

  it('are shown once, listed until they are revoked, and only to their person', async () => {
    const { token } = await registerUser(server);
    const device = await registerDevice(server, token);
    const fields = { name: 'Grafana', scope: 'read', device_ids: [device.id, device.id] };
    const { status, body, headers } = await make(fields, token);
    const { token: text, ...shown } = body as Created;
    assert.equal(status, 201);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.match(text, /^kwt_[\w-]{43}$/);
    assert.ok(text.startsWith(shown.prefix) && shown.prefix.length === 12);
    assert.deepEqual((await listed(token))[0], { ...shown, last_used_at: null });
    assert.deepEqual([shown.name, shown.scope, shown.device_ids], ['Grafana', 'read', [device.id]]);
    assert.equal((await server.request('GET', path)).status, 401);
    const remove = (by: string) => server.request('DELETE', `${path}/${shown.id}`, { token: by });
    assert.deepEqual(failureOf(await remove(owner.token)), [404, 'not_found']);
    assert.deepEqual(await get(text, '/api/tanks'), [200, 1]);
    assert.equal((await remove(token)).status, 200);
    assert.deepEqual(await get(text, '/api/tanks'), [401, undefined]);
    assert.equal((await remove(token)).status, 404);
    assert.deepEqual(await listed(token), []);
  });

  it('outlive every session, and say when they were last used', async () => {
    const { token } = await registerUser(server);
    const text = await made({ scope: 'read' }, token);
    server.clock.advance(40 * 24 * hourMs);
    assert.equal((await get(token, '/api/tanks'))[0], 401);
    assert.deepEqual(await get(text, '/api/tanks'), [200, 0]);
    await until(async () => {
      const { last_used_at } = await server.db.read
        .selectFrom('program_tokens')
        .select('last_used_at')
        .where('prefix', '=', text.slice(0, 12))
        .executeTakeFirstOrThrow();
      return last_used_at === server.clock.now;
    });
    owner = await registerUser(server);
    roof = (await registerDevice(server, owner.token)).id;
    yard = (await registerDevice(server, owner.token)).id;
  });

  it('let a program see all that its person sees, and no more', async () => {
    const guest = await registerUser(server);
    const text = await made({ scope: 'read' }, guest.token);
    assert.deepEqual(await get(text, '/api/devices.php?action=list'), [200, 0]);
    await shareDevice(server, {
      token: owner.token,
      device_id: roof,
      with: guest,
      role: 'manager',
    });
    assert.deepEqual(await get(text, '/api/devices.php?action=list'), [200, 1]);
    assert.equal((await get(text, `/api/sensors.php?action=latest&device_id=${roof}`))[0], 200);
    assert.equal((await get(text, `/api/sensors.php?action=latest&device_id=${yard}`))[0], 404);
  });

  it('confine a program to the devices that they name', async () => {
    const text = await made({ scope: 'operate', device_ids: [roof] });
    for (const list of ['/api/tanks', '/api/devices.php?action=list']) {
      assert.deepEqual(await get(text, list), [200, 1], list);
    }
    const check = await server.request('GET', '/api/devices.php?action=check', { token: text });
    assert.deepEqual(check.body, { has_device: true, count: 1 });
    assert.equal((await get(text, `/api/tanks?device_id=${yard}`))[0], 404);
    assert.equal((await get(text, `/api/alerts?device_id=${roof}`))[0], 200);
    const all = await server.request('GET', '/api/alerts', { token: text });
    assert.deepEqual(wrongFields(all), ['device_id']);
    assert.equal((await order(text, roof)).status, 201);
    assert.deepEqual(failureOf(await order(text, yard)), [404, 'not_found']);
    const { id } = (await order(owner.token, yard)).body as { id: number };
    const cancel = `/api/pump_commands.php?action=cancel&id=${id}`;
    assert.equal((await server.request('DELETE', cancel, { token: text })).status, 404);
  });

  it('tell a program no name nor place of a tank that it is not for', async () => {
    const at = { north: -1.25, east: 36.75 };
    for (const [id, name] of [
      [roof, 'Roof of the school'],
      [yard, 'Yard of the clinic'],
    ] as const) {
      const row = { name, placed_latitude: at.north, placed_longitude: at.east };
      await server.db.write.updateTable('devices').set(row).where('id', '=', Number(id)).execute();
      at.north += 1;
    }
    const since = server.clock.now - hourMs;
    await makeOutage(server, { deviceIds: [Number(roof), Number(yard)], since });
    const text = await made({ scope: 'read', device_ids: [roof] });
    for (const url of [
      `/api/alerts?device_id=${roof}`,
      `/api/reports.php?action=alerts&device_id=${roof}&period=1d`,
      `/api/reports.php?action=alerts&device_id=${roof}&period=1d&format=csv`,
    ]) {
      const [own, all] = [
        await server.request('GET', url, { token: text }),
        await server.request('GET', url, { token: owner.token }),
      ];
      assert.deepEqual([own.status, all.status], [200, 200], own.text);
      assert.match(all.text, /Roof of the school.*Yard of the clinic/, url);
      assert.match(own.text, /Roof of the school/, url);
      assert.doesNotMatch(own.text, /Yard of the clinic/, url);
      const placesOf = ({ body }: { body: unknown }) =>
        /"place_count":(\d)/.exec(JSON.stringify(body))?.[1];
      if (!url.endsWith('csv')) assert.deepEqual([placesOf(own), placesOf(all)], ['1', '2'], url);
    }
  });

  it('switch pumps where they may operate, in the log under their name', async () => {
    const reading = await made({ scope: 'read' });
    assert.deepEqual(failureOf(await order(reading, roof)), [403, 'not_for_programs']);
    const operating = await made({ scope: 'operate', name: 'Node-RED' });
    assert.equal((await order(operating, roof)).status, 201);
    const { facts } = await server.db.read
      .selectFrom('audit_entries')
      .select('facts')
      .where('device_id', '=', Number(roof))
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    assert.equal(JSON.parse(facts).program, 'Node-RED');
  });

  it('pass no operation that changes anything, unless they may operate', async () => {
    const reading = await made({ scope: 'read' });
    const { body } = await server.request('GET', '/openapi.json');
    const { paths } = body as { paths: Record<string, Record<string, Operation>> };
    let tried = 0;
    for (const [template, operations] of Object.entries(paths)) {
      for (const [method, { security = [] }] of Object.entries(operations)) {
        if (method === 'get' || !security.some((each) => 'bearer' in each)) continue;
        const url = template.replaceAll(/\{\w+\}/g, '1');
        const { status } = await server.request(method.toUpperCase(), url, { token: reading });
        assert.ok([401, 403].includes(status), `${method} ${template}: ${status}`);
        tried += 1;
      }
    }
    assert.ok(tried > 60, String(tried));
  });

  it('pass no operation on another device than those that they name', async () => {
    const text = await made({ scope: 'read', device_ids: [roof] });
    const { body } = await server.request('GET', '/openapi.json');
    const { paths } = body as { paths: Record<string, Record<string, Operation>> };
    let tried = 0;
    for (const [template, { get: operation }] of Object.entries(paths)) {
      const { parameters = [], security = [] } = operation ?? {};
      const isOfDevice = parameters.some(({ name }) => name === 'device_id');
      if (!isOfDevice || !security.some((each) => 'bearer' in each)) continue;
      const { status } = await server.request('GET', `${template}?device_id=${yard}`, {
        token: text,
      });
      assert.ok([400, 401, 403, 404].includes(status), `${template}: ${status}`);
      tried += 1;
    }
    assert.ok(tried > 12, String(tried));
  });

  it('are no way to the account, its people, its SMS or another token', async () => {
    const text = await made({ scope: 'operate' });
    for (const url of [
      '/api/me',
      path,
      '/api/auth.php?action=session',
      '/api/auth.php?action=sessions',
      `/api/devices.php?action=shares&device_id=${roof}`,
      '/api/notifications.php?action=settings',
      '/v1/account',
      '/v1/account/keys',
    ]) {
      const answer = await server.request('GET', url, { token: text });
      assert.deepEqual(failureOf(answer), [403, 'not_for_programs'], url);
    }
    const another = await make({ name: 'more', scope: 'operate' }, text);
    assert.deepEqual(failureOf(another), [403, 'not_for_programs']);
  });

  it('name every wrong field, and are 50 at most', async () => {
    const { token } = await registerUser(server);
    assert.deepEqual(wrongFields(await make({}, token)), ['name', 'scope']);
    for (const [field, value] of [
      ['name', ''],
      ['name', 'x'.repeat(101)],
      ['scope', 'manage'],
      ['device_ids', []],
      ['device_ids', Array(101).fill('1')],
    ] as const) {
      const json = { name: 'x', scope: 'read', [field]: value };
      assert.deepEqual(wrongFields(await make(json, token)), [field]);
    }
    const others = { name: 'x', scope: 'read', device_ids: [roof] };
    assert.deepEqual(failureOf(await make(others, token)), [404, 'not_found']);
    const many = await Promise.all(
      Array.from({ length: 52 }, () => make({ name: 'x'.repeat(100), scope: 'read' }, token)),
    );
    assert.equal(many.filter(({ status }) => status === 201).length, 50);
    for (const answer of many.filter(({ status }) => status !== 201)) {
      assert.deepEqual(failureOf(answer), [409, 'too_many_tokens']);
    }
  });

  it('take the password or a code where two-step sign-in is on', async () => {
    const user = await turnOnSecondFactor(server, await registerUser(server));
    const bare = await make({ name: 'x', scope: 'read' }, user.token);
    assert.deepEqual(wrongFields(bare), ['current_password']);
    const proven = { name: 'x', scope: 'read', current_password: user.password };
    assert.equal((await make(proven, user.token)).status, 201);
  });

  it('are none in another spelling', async () => {
    const text = await made({ scope: 'read' });
    for (const wrong of [text.slice(0, -1), `${text}A`, text.toUpperCase(), 'kwt_', 'kwt_ksm_']) {
      assert.equal((await get(wrong, '/api/tanks'))[0], 401, wrong);
    }
  });
});
