import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';
import { randomMac, registerDevice } from '../../../../test/helpers/water/devices.ts';
import { useMqttDesk } from '../../../../test/helpers/water/mqtt-desk.ts';

describeOnBothEngines('a program of an account over MQTT', (engine) => {
  const { desk, connect, topic, newToken } = useMqttDesk(engine);
  const open = async (fields: object = {}, username = 'token') => {
    const { id, token } = await newToken(fields);
    const client = await connect({ username, password: token, protocolVersion: 4 });
    return { id, client };
  };

  it('hears of readings of its tanks, by whichever door they come, and of no others', async () => {
    await desk.newDevice();
    const { client } = await open();
    assert.deepEqual(await client.subscribe('kisima/#'), [1]);
    const stranger = await registerUser(desk.server);
    const other = await registerDevice(desk.server, stranger.token);
    await desk.server.request('POST', '/iot_push.php', {
      form: { mac_address: other.mac_or_serial, water_level_percent: 33 },
    });
    await desk.pushed({ water_level_percent: 44 });
    const device = await connect();
    await device.publish(topic('readings'), { water_level_percent: 45, api_key: '' });
    const levels = [];
    for (let count = 0; count < 2; count++) {
      const reading = JSON.parse((await client.next(topic('readings'))).payload);
      assert.equal(reading.device_id, desk.device.id);
      levels.push(reading.level);
    }
    assert.deepEqual(levels, [44, 45]);
    assert.deepEqual(
      client.heard.filter(({ topic: of }) => !of.includes(desk.device.mac_or_serial)),
      [],
    );
  });

  it('hears of its tanks that come later, and no more of those that have gone', async () => {
    await desk.newDevice();
    const { client } = await open();
    await client.subscribe('kisima/+/readings');
    await desk.newDevice();
    await desk.pushed({ water_level_percent: 46 });
    await client.next(topic('readings'));
    const token = await newToken({ device_ids: [desk.device.id] });
    const narrow = await connect({ username: 'token', password: token.token });
    await narrow.subscribe('kisima/#');
    const first = desk.device;
    await desk.newDevice();
    await desk.pushed({ water_level_percent: 47 });
    desk.device = first;
    await desk.pushed({ water_level_percent: 48 });
    assert.equal(JSON.parse((await narrow.next(topic('readings'))).payload).level, 48);
    assert.deepEqual(narrow.heard, []);
  });

  it('is one of at most fifty of its account, and others have theirs', async () => {
    await desk.newDevice();
    const { token } = await newToken();
    const join = () => connect({ username: 'token', password: token, protocolVersion: 4 });
    const first = await join();
    for (let count = 1; count < 50; count++) await join();
    await assert.rejects(join());
    await first.subscribe(topic('readings'));
    await desk.pushed({ water_level_percent: 52 });
    assert.equal(JSON.parse((await first.next(topic('readings'))).payload).level, 52);
    await desk.newDevice();
    await (await connect()).publish(topic('readings'), { water_level_percent: 53 });
  });

  it('subscribes to each of a thousand tanks by itself, as Home Assistant does', async () => {
    await desk.newDevice();
    const { client } = await open();
    const others = Array.from({ length: 999 }, () => `kisima/${randomMac()}/readings`);
    const granted = await client.subscribe(...others.slice(1), topic('readings'));
    assert.deepEqual([granted.length, new Set(granted)], [999, new Set([1])]);
    await desk.pushed({ water_level_percent: 51 });
    assert.equal(JSON.parse((await client.next(topic('readings'))).payload).level, 51);
  });

  it('hears what its device says of itself, as its last will does', async () => {
    await desk.newDevice();
    const { client } = await open();
    await client.subscribe(topic('status'));
    const will = {
      topic: topic('status'),
      payload: Buffer.from('offline'),
      qos: 1,
      retain: true,
    } as const;
    const device = await connect({ will });
    await device.publish(topic('status'), 'online', { retain: true });
    assert.equal((await client.next(topic('status'))).payload, 'online');
    device.client.stream.destroy();
    assert.deepEqual(await client.next(topic('status')), {
      topic: topic('status'),
      payload: 'offline',
      retain: false,
      qos: 0,
    });
    // Nothing is kept: who comes later is told nothing old.
    const { client: later } = await open();
    await later.subscribe('kisima/#');
    await desk.pushed({ water_level_percent: 50 });
    await later.next(topic('readings'));
    assert.deepEqual(later.heard, []);
    assert.deepEqual(await desk.alerts(), []);
  });

  it('signs in by the e-mail address of its account or as token, with a good token', async () => {
    await desk.newDevice();
    await assert.rejects(open({}, 'somebody@example.org'));
    const person = await registerUser(desk.server);
    const json = { name: 'a program', scope: 'read' };
    const made = await desk.server.request('POST', '/api/me/tokens', { token: person.token, json });
    const { token } = made.body as { token: string };
    await connect({ username: person.email.toUpperCase(), password: token });
    await assert.rejects(connect({ username: 'token', password: `${token.slice(0, -1)}!` }));
    const wrong = token.slice(0, -3) + (token.endsWith('AAA') ? 'BBB' : 'AAA');
    await assert.rejects(connect({ username: 'token', password: wrong }));
  });

  it('is ended once its token is revoked', async () => {
    await desk.newDevice();
    const { id, client } = await open();
    const closed = client.closed();
    assert.equal((await desk.call('DELETE', `/api/me/tokens/${id}`)).status, 200);
    await closed;
  });

  it('publishes nothing, whatever it may do', async () => {
    await desk.newDevice();
    const { client } = await open({ scope: 'operate' });
    await client.publish(topic('readings'), { water_level_percent: 12 });
    await client.publish(`kisima/${randomMac()}/commands`, { command: 'on' });
    const { body } = await desk.call('GET', '/api/devices.php?action=list');
    const devices = body as { id: string; last_seen_at: string | null }[];
    assert.equal(devices.find(({ id }) => id === desk.device.id)?.last_seen_at, null);
  });

  it('stays when another account, or another program of its own, calls itself alike', async () => {
    await desk.newDevice();
    const clientId = 'homeassistant';
    const { token } = await newToken();
    const house = await connect({ username: 'token', password: token, clientId });
    await house.subscribe('kisima/#');
    const stranger = await registerUser(desk.server);
    const made = await desk.server.request('POST', '/api/me/tokens', {
      token: stranger.token,
      json: { name: 'a program', scope: 'read' },
    });
    const others = [(made.body as { token: string }).token, (await newToken()).token];
    for (const password of others) {
      const other = await connect({ username: 'token', password, clientId });
      assert.deepEqual(await other.subscribe('kisima/#'), [1]);
    }
    await desk.pushed({ water_level_percent: 49 });
    assert.equal(JSON.parse((await house.next(topic('readings'))).payload).level, 49);
    const gone = house.closed();
    await connect({ username: 'token', password: token, clientId });
    await gone;
  });
});
