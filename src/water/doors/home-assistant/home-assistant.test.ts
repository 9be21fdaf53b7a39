import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { type RegisteredUser, registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import { shareDevice } from '../../../../test/helpers/accounts/sharing.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { until } from '../../../../test/helpers/until.ts';
import { type DeviceAnswer, registerDevice } from '../../../../test/helpers/water/devices.ts';
import {
  type HomeAssistantClient,
  startHomeAssistant,
} from '../../../../test/helpers/water/home-assistant-client.ts';
import { faultsOf } from '../../../../test/helpers/water/home-assistant-rules.ts';
import { mqttPort } from '../../../../test/helpers/water/mqtt.ts';
import { minuteMs } from '../../../kit/time/units.ts';

describeOnBothEngines('Home Assistant at the embedded broker', (engine) => {
  const server = useTestServer({ engine, env: { MQTT_PORT: '0' } });
  const homes: HomeAssistantClient[] = [];
  afterEach(async () => {
    for (const home of homes.splice(0)) await home.end();
  });

  const tokenFor = async ({ token }: RegisteredUser, fields: object = {}) => {
    const json = { name: 'Home Assistant', scope: 'operate', ...fields };
    const { body } = await server.request('POST', '/api/me/tokens', { token, json });
    return (body as { token: string }).token;
  };
  const startHome = async (user: RegisteredUser, fields: object = {}) => {
    const home = await startHomeAssistant(`mqtt://127.0.0.1:${mqttPort(server)}`, {
      password: await tokenFor(user, fields),
    });
    homes.push(home);
    return home;
  };
  const newTank = async (capacity = 5000) => {
    const owner = await registerUser(server);
    const device = await registerDevice(server, owner.token);
    const json = { device_id: device.id, sensor_name: 'main', capacity };
    const path = '/api/sensor_configs.php?action=save';
    await server.request('POST', path, { token: owner.token, json });
    return { owner, device };
  };
  const push = async (device: DeviceAnswer, form: object) => {
    const { status, text } = await server.request('POST', '/iot_push.php', {
      form: { mac_address: device.mac_or_serial, ...form },
    });
    assert.equal(status, 201, text);
  };
  const poll = async (device: DeviceAnswer) => {
    const path = `/iot_commands.php?mac_address=${device.mac_or_serial}`;
    return (await server.request('GET', path)).body as { command_id: number; command: string }[];
  };
  const facts = async (deviceId: string) => {
    const row = await server.db.read
      .selectFrom('audit_entries')
      .select(['facts', 'actor_id', 'address'])
      .where('device_id', '=', Number(deviceId))
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return { ...row, facts: JSON.parse(row.facts) };
  };

  it('finds a tank with all that is known of it, by the rules of discovery', async () => {
    const { owner, device } = await newTank();
    await push(device, { water_level_percent: 62.5, temperature: 23.5, battery_percent: 81 });
    const home = await startHome(owner);
    await home.untilShown(device.id, {
      s1_level: '62.5',
      s1_litres: '3125',
      s1_temperature: '23.5',
      battery: '81',
      problem: 'off',
      connection: 'on',
      s1_days_left: 'unknown',
      s1_used_today: '0',
    });
    const config = home.config(device.id);
    assert.ok(config);
    assert.deepEqual(faultsOf(`homeassistant/device/kisima_${device.id}/config`, config), []);
    assert.equal('s1_pump' in config.components, false);
    assert.equal('signal' in config.components, false);
  });

  it('shows the level before, where the last reading is one that cannot be', async () => {
    const { owner, device } = await newTank();
    for (let count = 0; count < 24; count += 1) {
      await push(device, { water_level_percent: 70 });
      server.clock.advance(5 * minuteMs);
    }
    await push(device, { water_level_percent: 0, battery_percent: 77 });
    const home = await startHome(owner);
    await home.untilShown(device.id, { battery: '77', s1_level: '70', s1_litres: '3500' });
  });

  it('finds a tank that has sent nothing yet, and shows nothing of it as 0', async () => {
    const { owner, device } = await newTank();
    const home = await startHome(owner);
    await home.untilShown(device.id, { connection: 'off', problem: 'off' });
    await push(device, { water_level_percent: 40, pump_status: 'off' });
    await home.untilShown(device.id, { connection: 'on', s1_level: '40', s1_pump: 'off' });
  });

  it('shows each change once it is stored: level, problem, and use in the day of its person', async () => {
    const { owner, device } = await newTank();
    const home = await startHome(owner);
    for (let level = 80; level >= 56; level -= 2) {
      await push(device, { water_level_percent: level });
      server.clock.advance(5 * minuteMs);
    }
    await home.untilShown(device.id, { s1_level: '56', problem: 'off' });
    const path = `/api/reports.php?action=usage&device_id=${device.id}&start_date=2026-11-21`;
    const { body } = await server.request('GET', path, { token: owner.token });
    const [day] = (body as { days: { consumed: number }[] }).days;
    assert.ok(day && day.consumed > 900);
    await home.untilShown(device.id, { s1_used_today: String(day.consumed) });
    for (let level = 54; level >= 6; level -= 4) {
      await push(device, { water_level_percent: level });
      server.clock.advance(5 * minuteMs);
    }
    await home.untilShown(device.id, { problem: 'on' });
    const { problems = [] } = (home.shown(device.id)['problem']?.attributes ?? {}) as {
      problems?: { kind: string; message: string }[];
    };
    const low = problems.find(({ kind }) => kind === 'low');
    assert.ok(low?.message.includes(': the water is low') && !low.message.includes('main'));
  });

  it('switches a pump as its person, and shows it on once the board has said so', async () => {
    const { owner, device } = await newTank();
    await push(device, { water_level_percent: 40, pump_status: 'off' });
    const home = await startHome(owner);
    await home.untilShown(device.id, { s1_pump: 'off' });
    await home.turn(device.id, 's1_pump', 'on');
    const waiting = () =>
      (home.shown(device.id)['s1_pump']?.attributes ?? {}) as { waiting_command?: string };
    await until(() => waiting().waiting_command === 'on' || undefined);
    assert.equal(home.states(device.id)['s1_pump'], 'off');
    assert.deepEqual(await facts(device.id), {
      actor_id: Number(owner.user.id),
      address: 'MQTT',
      facts: { sensor_name: 'main', command: 'on', program: 'Home Assistant' },
    });
    const [command] = await poll(device);
    assert.equal(command?.command, 'on');
    const form = { mac_address: device.mac_or_serial, command_id: command?.command_id ?? 0 };
    await server.request('POST', '/iot_ack.php', { form });
    await home.untilShown(device.id, { s1_pump: 'on' });
    await home.turn(device.id, 's1_pump', 'off');
    for (const { command_id } of await poll(device)) {
      await server.request('POST', '/iot_ack.php', {
        form: { mac_address: device.mac_or_serial, command_id },
      });
    }
    await home.untilShown(device.id, { s1_pump: 'off' });
  });

  it('takes ON and OFF for the only pump, and no order that is retained, of no sense, or of others', async () => {
    const { owner, device } = await newTank();
    await push(device, { water_level_percent: 40, pump_status: 'off' });
    const home = await startHome(owner);
    const topic = `kisima/${device.mac_or_serial}/pump/set`;
    for (const payload of ['', 'on!', '{"command":"on"}', `{"x":"${'x'.repeat(2000)}"}`, '[1]']) {
      await home.mqtt.publish(topic, payload);
    }
    await home.mqtt.publish(topic, 'ON', { retain: true });
    const stranger = await startHome(await registerUser(server));
    await stranger.mqtt.publish(topic, 'ON');
    const reader = await startHome(owner, { scope: 'read' });
    await reader.mqtt.publish(topic, 'ON');
    assert.deepEqual(await poll(device), []);
    await home.mqtt.publish(topic, 'ON');
    assert.deepEqual(
      (await poll(device)).map(({ command }) => command),
      ['on'],
    );
  });

  it('offers a reader no switch, and an operator one', async () => {
    const { owner, device } = await newTank();
    await push(device, { water_level_percent: 40, pump_status: 'off' });
    const reader = await startHome(owner, { scope: 'read' });
    await reader.untilShown(device.id, { s1_pump: 'off' });
    assert.equal(reader.config(device.id)?.components['s1_pump']?.platform, 'binary_sensor');
    const guest = await registerUser(server);
    await shareDevice(server, {
      token: owner.token,
      device_id: device.id,
      with: guest,
      role: 'operator',
    });
    const home = await startHome(guest);
    await home.untilShown(device.id, { s1_pump: 'off' });
    assert.equal(home.config(device.id)?.components['s1_pump']?.platform, 'switch');
  });

  it('sees the tanks of its person and of its token alone', async () => {
    const { owner, device } = await newTank();
    const other = await registerDevice(server, owner.token);
    const { owner: stranger, device: theirs } = await newTank();
    const home = await startHome(owner);
    await until(() => home.devices().length === 2 || undefined);
    assert.deepEqual(home.devices(), [Number(device.id), Number(other.id)]);
    const narrow = await startHome(owner, { device_ids: [other.id] });
    const far = await startHome(stranger);
    await until(() => (narrow.devices().length > 0 && far.devices().length > 0) || undefined);
    assert.deepEqual(narrow.devices(), [Number(other.id)]);
    assert.deepEqual(far.devices(), [Number(theirs.id)]);
  });

  it('follows renaming, the language, a share that ends, and a tank that is removed', async () => {
    const { owner, device } = await newTank();
    const guest = await registerUser(server);
    const share = {
      token: owner.token,
      device_id: device.id,
      with: guest,
      role: 'viewer',
    } as const;
    await shareDevice(server, share);
    await server.request('PUT', '/api/me', { token: guest.token, json: { language: 'sw' } });
    const [home, theirs] = [await startHome(owner), await startHome(guest)];
    await until(() => (home.config(device.id) && theirs.config(device.id) ? true : undefined));
    assert.equal(theirs.config(device.id)?.components['problem']?.['name'], 'Tatizo');
    const ids = Object.keys(home.config(device.id)?.components ?? {});
    await server.request('PUT', '/api/devices.php?action=update-name', {
      token: owner.token,
      json: { mac_or_serial: device.mac_or_serial, device_name: 'Roof tank' },
    });
    await until(() => home.config(device.id)?.device['name'] === 'Roof tank' || undefined);
    assert.deepEqual(Object.keys(home.config(device.id)?.components ?? {}), ids);
    const path = `/api/devices.php?action=shares&device_id=${device.id}`;
    const { body } = await server.request('GET', path, { token: owner.token });
    const [{ id } = { id: 0 }] = body as { id: number }[];
    await server.request('DELETE', `/api/devices.php?action=unshare&id=${id}`, {
      token: owner.token,
    });
    await until(() => theirs.devices().length === 0 || undefined);
    assert.deepEqual(home.devices(), [Number(device.id)]);
    await server.request('DELETE', `/api/devices.php?action=remove&id=${device.id}`, {
      token: owner.token,
    });
    await until(() => home.devices().length === 0 || undefined);
  });

  it('is sent all again when it says that it starts, and nothing twice otherwise', async () => {
    const { owner, device } = await newTank();
    await push(device, { water_level_percent: 40 });
    const home = await startHome(owner);
    const topic = `homeassistant/device/kisima_${device.id}/config`;
    await home.untilShown(device.id, { s1_level: '40' });
    await until(() => (home.counts.get(topic) ?? 0) >= 2 || undefined);
    const before = home.counts.get(topic) ?? 0;
    await push(device, { water_level_percent: 41 });
    await home.untilShown(device.id, { s1_level: '41' });
    assert.equal(home.counts.get(topic), before);
    await home.mqtt.publish('homeassistant/status', 'online');
    await until(() => home.counts.get(topic) === before + 1 || undefined);
  });
});
