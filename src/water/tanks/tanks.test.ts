import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { failureOf } from '../../../test/helpers/answers.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../test/helpers/test-server.ts';
import type { Tank } from './schemas.ts';

const hour = 3_600_000;

describeOnBothEngines('GET /api/tanks', (engine) => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ engine, env: { PUSH_BURST_PER_DEVICE: '100000' } });
  });
  after(() => server.stop());

  let people = 0;
  const newOwner = async (): Promise<string> => {
    const json = { email: `owner${++people}@example.com`, password: 'correct horse' };
    const { body } = await server.request('POST', '/api/auth.php?action=register', { json });
    return (body as { token: string }).token;
  };
  const register = async (token: string, mac_or_serial: string): Promise<string> => {
    const path = '/api/devices.php?action=register';
    const { body } = await server.request('POST', path, { token, json: { mac_or_serial } });
    return (body as { id: string }).id;
  };
  const push = async (form: Record<string, string | number>): Promise<void> => {
    const { status } = await server.request('POST', '/iot_push.php', { form });
    assert.equal(status, 201);
  };
  const tanks = async (token: string, query = ''): Promise<Tank[]> => {
    const { status, body } = await server.request('GET', `/api/tanks${query}`, { token });
    assert.equal(status, 200);
    return body as Tank[];
  };

  it('is empty before there is a device, and 401 without a token', async () => {
    assert.deepEqual(await tanks(await newOwner()), []);
    const answer = await server.request('GET', '/api/tanks');
    assert.deepEqual(failureOf(answer), [401, 'unauthenticated']);
  });

  it('shows a device from its first moment, with what is configured and what it sends', async () => {
    const token = await newOwner();
    const device_id = await register(token, 'AA:00:00:00:00:01');
    assert.deepEqual(await tanks(token), [
      {
        device_id,
        device_name: null,
        mac_or_serial: 'AA:00:00:00:00:01',
        is_primary: true,
        online: false,
        last_seen_at: null,
        location: null,
        unread_alerts: 0,
        sensors: [],
        pump: null,
      },
    ]);

    const config = { device_id, sensor_name: 'roof', capacity: 2000, low_threshold: 30 };
    await server.request('POST', '/api/sensor_configs.php?action=save', { token, json: config });
    const [silent] = (await tanks(token))[0]?.sensors ?? [];
    assert.deepEqual(
      [silent?.sensor_name, silent?.level, silent?.capacity, silent?.low_threshold],
      ['roof', null, 2000, 30],
    );

    await push({
      mac_address: 'AA:00:00:00:00:01',
      water_level_percent: 25,
      latitude: -1,
      longitude: 36,
    });
    const order = { device_id, sensor_name: 'roof', command: 'on' };
    const sent = await server.request('POST', '/api/pump_commands.php?action=send', {
      token,
      json: order,
    });
    const [tank] = await tanks(token);
    assert.deepEqual(
      [tank?.online, tank?.location?.latitude, tank?.unread_alerts, tank?.sensors.length],
      [true, -1, 1, 1],
    );
    assert.deepEqual(tank?.pump, sent.body);
    const [sensor] = tank?.sensors ?? [];
    assert.deepEqual(
      [sensor?.level, sensor?.volume, sensor?.status, sensor?.unit, sensor?.daily_use],
      [25, 500, 'warning', 'litre', null],
    );
  });

  it('tells the use of a day and how long the water lasts', async () => {
    const token = await newOwner();
    const mac_address = 'AA:00:00:00:00:02';
    const device_id = await register(token, mac_address);
    const config = { device_id, sensor_name: 'main', capacity: 10_000 };
    await server.request('POST', '/api/sensor_configs.php?action=save', { token, json: config });
    // A percent an hour for two days, from the start of an hour on.
    const end = Math.floor(server.clock.now / hour) * hour;
    for (let hours = 48; hours >= 0; hours--) {
      const recorded_at = new Date(end - hours * hour).toISOString();
      await push({ mac_address, water_level_percent: 40 + hours, recorded_at });
    }
    const [sensor] = (await tanks(token, `?device_id=${device_id}`))[0]?.sensors ?? [];
    assert.equal(sensor?.unit, 'litre');
    const { daily_use, hours_to_empty } = sensor;
    assert.ok(daily_use !== null && Math.abs(daily_use - 2400) < 100, `${daily_use} litres a day`);
    assert.ok(hours_to_empty !== null && Math.abs(hours_to_empty - 40) < 2, `${hours_to_empty} h`);
  });

  describe('pages', () => {
    it('lead on by the Link header, and limits hold on both sides', async () => {
      const token = await newOwner();
      const ids: string[] = [];
      for (const last of ['11', '12', '13'])
        ids.push(await register(token, `AA:00:00:00:00:${last}`));
      const first = await server.request('GET', '/api/tanks?limit=2', { token });
      assert.deepEqual(
        (first.body as Tank[]).map(({ device_id }) => device_id),
        ids.slice(0, 2),
      );
      const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
      const second = await server.request('GET', next, { token });
      assert.deepEqual(
        (second.body as Tank[]).map(({ device_id }) => device_id),
        ids.slice(2),
      );
      assert.equal(second.headers.get('link'), null);
      for (const limit of ['0', '501', 'x']) {
        const answer = await server.request('GET', `/api/tanks?limit=${limit}`, { token });
        assert.deepEqual(failureOf(answer), [400, 'invalid_input']);
      }
      assert.equal((await tanks(token, '?limit=500')).length, 3);
    });
  });

  it("shows nobody another owner's devices", async () => {
    const device_id = await register(await newOwner(), 'AA:00:00:00:00:21');
    const stranger = await newOwner();
    assert.deepEqual(await tanks(stranger), []);
    const answer = await server.request('GET', `/api/tanks?device_id=${device_id}`, {
      token: stranger,
    });
    assert.deepEqual(failureOf(answer), [404, 'not_found']);
  });
});
