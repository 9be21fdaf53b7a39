import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { startTestServer, type TestServer } from '../helpers/server/test-server.ts';
import { until } from '../helpers/until.ts';
import { registerDevice } from '../helpers/water/devices.ts';
import { startHomeAssistant } from '../helpers/water/home-assistant-client.ts';
import { mqttPort } from '../helpers/water/mqtt.ts';

const checkout = process.env['HOME_ASSISTANT'] ?? '';
const reader = fileURLToPath(new URL('./read-discovery.py', import.meta.url));

type Message = { topic: string; payload: unknown };

/** What Home Assistant's own schemas say of messages; the last line is of how many entities. */
async function read(messages: readonly Message[]): Promise<string[]> {
  assert.notEqual(checkout, '', 'HOME_ASSISTANT is the folder with its homeassistant/');
  const python = process.env['PYTHON'] ?? '/usr/bin/python3';
  const { stdout } = await execa(python, [reader, checkout], {
    input: messages.map((message) => JSON.stringify(message)).join('\n'),
  });
  return stdout.split('\n');
}

/** Pushes of tanks of all kinds: of each a sensor by its name, and what it sends. */
const tanks: Record<string, object>[] = [
  {},
  { main: { water_level_percent: 62.5 } },
  { main: { water_level_percent: 0, temperature: 23.5, battery_percent: 81, signal_dbm: -71 } },
  { main: { water_level_percent: 40, pump_status: 'off' } },
  {
    main: { water_level_percent: 100, pump_status: 'on' },
    roof: { water_level_percent: 3, temperature: -1 },
  },
];

describe("messages of discovery, by Home Assistant's own schemas", () => {
  let server: TestServer;
  before(async () => {
    const env = { MQTT_PORT: '0', PUBLIC_URL: 'https://tanks.example.org' };
    server = await startTestServer({ engine: 'sqlite', env, isTimed: true });
  });
  after(() => server.stop());

  for (const language of ['en', 'sw']) {
    for (const scope of ['read', 'operate']) {
      it(`are all read, and nothing of them is dropped: ${language}, to ${scope}`, async () => {
        const { token } = await registerUser(server);
        await server.request('PUT', '/api/me', { token, json: { language } });
        const ids: string[] = [];
        for (const sensors of tanks) {
          const { id, mac_or_serial: mac_address } = await registerDevice(server, token);
          ids.push(id);
          for (const [sensor_name, fields] of Object.entries(sensors)) {
            const json = { device_id: id, sensor_name, capacity: 5000 };
            await server.request('POST', '/api/sensor_configs.php?action=save', { token, json });
            const form = { mac_address, sensor_name, ...fields };
            const { status, text } = await server.request('POST', '/iot_push.php', { form });
            assert.equal(status, 201, text);
          }
        }
        const json = { name: 'Home Assistant', scope };
        const { body } = await server.request('POST', '/api/me/tokens', { token, json });
        const home = await startHomeAssistant(`mqtt://127.0.0.1:${mqttPort(server)}`, {
          password: (body as { token: string }).token,
        });
        await until(() => home.devices().length === ids.length);
        const messages = ids.map((id) => ({
          topic: `homeassistant/device/kisima_${id}/config`,
          payload: home.config(id),
        }));
        await home.end();
        const lines = await read(messages);
        const entities = messages.flatMap(({ payload }) => Object.keys(payload?.components ?? {}));
        console.log(lines.at(-1));
        assert.deepEqual(lines.slice(0, -1), []);
        assert.ok(lines.at(-1)?.startsWith(`${entities.length} `), lines.at(-1));
        const text = JSON.stringify(messages);
        assert.equal(text.includes('"switch"'), scope === 'operate');
        for (const word of ['water', 'temperature', 'battery', 'signal_strength', 'duration']) {
          assert.ok(text.includes(`"device_class":"${word}"`), word);
        }
      });
    }
  }

  it('would be found out, were anything of them wrong', async () => {
    const topic = 'homeassistant/device/kisima_1/config';
    const head = { device: { identifiers: ['kisima_1'] }, origin: { name: 'Kisima' } };
    const sensor = { platform: 'sensor', state_topic: 'kisima/1/state', unique_id: 'x' };
    const faults = async (component: object) => {
      const components = { x: { ...sensor, ...component } };
      return (await read([{ topic, payload: { ...head, components } }])).slice(0, -1);
    };
    assert.deepEqual(await faults({}), []);
    assert.deepEqual(await faults({ unit: '%' }), ['x: unit is dropped']);
    assert.match((await faults({ state_topic: 'kisima/#/state' })).join(), /^x is refused/);
    assert.match((await faults({ device_class: 'litres' })).join(), /^x is refused/);
    const wrong = { device_class: 'water', unit_of_measurement: 'L', state_class: 'measurement' };
    assert.match((await faults(wrong)).join(), /state class measurement of device class water/);
    assert.match((await faults({ ...wrong, unit_of_measurement: 'd' })).join(), /\bd\b/);
  });
});
