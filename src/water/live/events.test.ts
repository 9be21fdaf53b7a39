import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { type EventStream, openStream } from '../../../test/helpers/http/event-stream.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../test/helpers/server/test-server.ts';
import { createTestTimers, type TestTimers } from '../../../test/helpers/server/test-timers.ts';
import { type DeviceAnswer, registerDevice } from '../../../test/helpers/water/devices.ts';
import { SigningBoard } from '../../../test/helpers/water/signing-board.ts';
import { hourMs, minuteMs } from '../../kit/time/units.ts';

describeOnBothEngines('events of a stream', (engine) => {
  let server: TestServer;
  let timers: TestTimers;
  before(async () => {
    timers = createTestTimers();
    server = await startTestServer({ engine, timers, env: { TOKEN_HOURS: '8760' } });
  });
  after(() => server.stop());

  type Watcher = { token: string; device: DeviceAnswer; stream: EventStream };

  /** Registers an owner of one device, with a stream. */
  const newWatcher = async (): Promise<Watcher> => {
    const { token } = await registerUser(server);
    const device = await registerDevice(server, token);
    return { token, device, stream: await openStream(server, token) };
  };

  const call = async (token: string, method: string, path: string, json?: object) => {
    const answer = await server.request(method, path, { token, ...(json && { json }) });
    assert.ok(answer.status < 300, answer.text);
    return answer.body as Record<string, unknown>;
  };
  const push = async (device: DeviceAnswer, level: number, more: object = {}) => {
    const form = { mac_address: device.mac_or_serial, water_level_percent: level, ...more };
    const { status, text } = await server.request('POST', '/iot_push.php', { form });
    assert.equal(status, 201, text);
  };
  const poll = (device: DeviceAnswer) =>
    server.request('GET', `/iot_commands.php?mac_address=${device.mac_or_serial}`);
  const send = ({ token, device }: Watcher, command: string, more: object = {}) =>
    call(token, 'POST', '/api/pump_commands.php?action=send', {
      device_id: device.id,
      sensor_name: 'main',
      command,
      ...more,
    });
  const listed = async (token: string, path: string) => {
    const { body } = await server.request('GET', path, { token });
    return body as Record<string, unknown>[];
  };
  const typesOf = (events: { type: string }[]) => events.map(({ type }) => type);

  it('tells of readings as `latest` does, late ones too, and of a device that comes online', async () => {
    const { token, device, stream } = await newWatcher();
    await push(device, 50);
    const [online, reading] = await stream.take(2);
    const last_seen_at = new Date(server.clock.now).toISOString();
    assert.deepEqual(
      [online?.type, online?.data],
      ['device', { id: device.id, online: true, last_seen_at }],
    );
    const latest = await listed(token, `/api/sensors.php?action=latest&device_id=${device.id}`);
    assert.deepEqual([reading?.type, reading?.data], ['reading', latest[0]]);

    const recorded_at = new Date(server.clock.now - hourMs).toISOString();
    await push(device, 40, { recorded_at });
    const late = await stream.next();
    assert.deepEqual([late.type, late.data['recorded_at']], ['reading', recorded_at]);

    await call(token, 'POST', '/api/sensors.php?action=reading', {
      device_id: device.id,
      sensor_name: 'main',
      level: 33,
    });
    assert.deepEqual((await stream.next()).data['source'], 'user');
    stream.hangUp();
  });

  it('tells of the readings of a board that signs', async () => {
    const { token, device, stream } = await newWatcher();
    const path = '/api/devices.php?action=api-key';
    const { api_key } = await call(token, 'POST', path, { device_id: device.id });
    const board = new SigningBoard(device.mac_or_serial, String(api_key));
    await board.send(server, board.push({ water_level_percent: 50 }));
    const [, reading] = await stream.take(2);
    assert.deepEqual([reading?.type, reading?.data['level']], ['reading', 50]);
    const levels = [{ water_level_percent: 51, age_s: 60 }, { water_level_percent: 52 }];
    await board.send(server, board.batch(levels));
    const batch = (await stream.take(2)).map(({ type, data }) => [type, data['level']]);
    assert.deepEqual(batch, [
      ['reading', 51],
      ['reading', 52],
    ]);
    stream.hangUp();
  });

  it('tells of a command sent, delivered, acknowledged, executed and cancelled', async () => {
    const watcher = await newWatcher();
    const { token, device, stream } = watcher;
    const path = '/api/pump_commands.php';
    const sent = await send(watcher, 'on');
    assert.deepEqual(await stream.next().then(({ type, data }) => [type, data]), ['command', sent]);

    const { body } = await poll(device);
    const [{ command_id, run_at_most_s, ...polled }] = body as [Record<string, unknown>];
    assert.equal(run_at_most_s, 4 * 3600);
    // The limits of a run are for the device alone.
    const delivered = { ...polled, turn_off_above: null };
    const events = await stream.take(2);
    assert.deepEqual(new Set(typesOf(events)), new Set(['device', 'command']));
    assert.deepEqual(events.find(({ type }) => type === 'command')?.data, delivered);
    assert.ok(polled['delivered_at']);

    // A second poll changes nothing, so it publishes nothing.
    await poll(device);
    const form = { mac_address: device.mac_or_serial, command_id: Number(command_id) };
    const acknowledged = await server.request('POST', '/iot_ack.php', { form });
    assert.deepEqual((await stream.next()).data, acknowledged.body);

    const other = await send(watcher, 'off');
    const executed = await call(token, 'PUT', `${path}?action=mark-executed&id=${other['id']}`);
    await call(token, 'PUT', `${path}?action=mark-executed&id=${other['id']}`);
    const third = await send(watcher, 'on');
    const cancelled = await call(token, 'DELETE', `${path}?action=cancel&id=${third['id']}`);
    const rest = await stream.take(4);
    assert.deepEqual(
      rest.map(({ data }) => data),
      [other, executed, third, cancelled],
    );
    stream.hangUp();
  });

  it('tells of the commands that steer a pump, and of those they overtake', async () => {
    const watcher = await newWatcher();
    const { token, device, stream } = watcher;
    await send(watcher, 'auto', { turn_on_below: 50, turn_off_above: 60 });
    await push(device, 45);
    // A command is published as it is when it is looked up, so the next push waits for that.
    const before = await stream.take(4);
    await push(device, 65);
    const told = [...before, ...(await stream.take(3))];
    const commands = told.filter(({ type }) => type === 'command');
    assert.deepEqual(
      commands.map(({ data }) => [data['command'], data['status'], data['source']]),
      [
        ['auto', 'pending', 'user'],
        ['on', 'pending', 'auto'],
        ['on', 'cancelled', 'auto'],
        ['off', 'pending', 'auto'],
      ],
    );
    const list = await listed(token, `/api/pump_commands.php?action=list&device_id=${device.id}`);
    assert.deepEqual(commands.at(-1)?.data, list[0]);
    stream.hangUp();
  });

  it('tells of alerts, and that alerts were read or deleted', async () => {
    const { token, device, stream } = await newWatcher();
    const path = '/api/alerts.php';
    await push(device, 5);
    const [, , low] = await stream.take(3);
    const alerts = await listed(token, `${path}?action=list&device_id=${device.id}`);
    assert.deepEqual([low?.type, low?.data], ['alert', alerts[0]]);

    const message = 'Clean the filter.\nThe key is at the gate.';
    const made = await call(token, 'POST', `${path}?action=create`, {
      device_id: device.id,
      type: 'maintenance',
      message,
    });
    assert.deepEqual((await stream.next()).data, made);
    await call(token, 'PUT', `${path}?action=mark-read&id=${made['id']}`);
    await call(token, 'PUT', `${path}?action=mark-all-read&device_id=${device.id}`);
    await call(token, 'DELETE', `${path}?action=delete&id=${made['id']}`);
    for (const { type, data } of await stream.take(3)) {
      assert.deepEqual([type, data], ['alerts-read', { device_id: device.id }]);
    }
    stream.hangUp();
  });

  /** Advances both clocks, so that everything due by then happens. */
  const pass = (ms: number) => {
    server.clock.jump(ms);
    timers.advance(ms);
  };

  it('tells of a device that falls silent, and of a command that expires', async () => {
    const watcher = await newWatcher();
    const { device, stream } = watcher;
    await server.db.write
      .updateTable('device_status')
      .set({ silent_after_minutes: 15, silent_after_ms: 15 * minuteMs })
      .where('device_id', '=', Number(device.id))
      .execute();
    await push(device, 50);
    await send(watcher, 'on');
    await stream.take(3);
    const last_seen_at = new Date(server.clock.now).toISOString();
    server.clock.advance(20 * minuteMs);
    pass(30_000);
    const [offline, alert] = await stream.take(2);
    assert.deepEqual(
      [offline?.type, offline?.data],
      ['device', { id: device.id, online: false, last_seen_at }],
    );
    assert.deepEqual([alert?.type, alert?.data['type']], ['alert', 'offline']);

    server.clock.advance(24 * hourMs);
    pass(minuteMs);
    const expired = await stream.next();
    assert.deepEqual([expired.type, expired.data['status']], ['command', 'expired']);

    await push(device, 50);
    const [online] = await stream.take(2);
    assert.deepEqual([online?.type, online?.data['online']], ['device', true]);
    stream.hangUp();
  });

  it('tells that the list of devices is to be loaded anew', async () => {
    const { token, device, stream } = await newWatcher();
    const config = { device_id: device.id, sensor_name: 'main' };
    const { mac_or_serial } = device;
    const other = await registerDevice(server, token);
    await call(token, 'PUT', '/api/devices.php?action=update-name', {
      mac_or_serial,
      device_name: 'Roof',
    });
    await call(token, 'PUT', '/api/devices.php?action=update-location', {
      device_id: device.id,
      latitude: -1.3,
      longitude: 36.8,
    });
    const { id } = await call(token, 'POST', '/api/sensor_configs.php?action=save', config);
    await call(token, 'DELETE', `/api/sensor_configs.php?action=remove&id=${id}`);
    await call(token, 'DELETE', `/api/devices.php?action=remove&id=${other.id}`);
    for (const { type, data } of await stream.take(6))
      assert.deepEqual([type, data], ['devices', {}]);
    // One's own device again is no change.
    await call(token, 'POST', '/api/devices.php?action=register', { mac_or_serial });
    await push(device, 50);
    assert.equal((await stream.next()).type, 'device');
    stream.hangUp();
  });

  it("tells nobody of another owner's devices", async () => {
    const [watcher, stranger] = [await newWatcher(), await newWatcher()];
    await push(stranger.device, 5);
    await send(stranger, 'on');
    await registerDevice(server, stranger.token);
    await push(watcher.device, 50);
    assert.deepEqual(typesOf(await watcher.stream.take(2)), ['device', 'reading']);
    const theirs = await stranger.stream.take(5);
    assert.deepEqual(typesOf(theirs), ['device', 'reading', 'alert', 'command', 'devices']);
    watcher.stream.hangUp();
    stranger.stream.hangUp();
  });
});
