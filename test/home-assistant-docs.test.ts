import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { minuteMs } from '../src/kit/time/units.ts';
import { useDeviceDesk } from './helpers/browser/device-desk.ts';
import { renderTemplate } from './helpers/water/home-assistant.ts';
import { parseTagged, yamlBlocks } from './helpers/yaml-blocks.ts';

type Entity = { name: string; unique_id: string; value_template: string; availability?: string };
type Resource = {
  resource?: string;
  resource_template?: string;
  headers: Record<string, string>;
  sensor?: Entity[];
  binary_sensor?: Entity[];
};
type RestCommand = Record<'url' | 'method' | 'content_type' | 'payload', string> & {
  headers: Record<string, string>;
};
type Action = { action: string; data: { command: string } };
type Switch = { state: string; turn_on: Action[]; turn_off: Action[] };
type Configuration = {
  rest: Resource[];
  rest_command: { kisima_pump: RestCommand };
  template: { switch: Switch[] }[];
};

describe('the REST way to Home Assistant, as its page shows it', () => {
  const desk = useDeviceDesk('sqlite');
  let configuration: Configuration;
  let token: string;

  before(async () => {
    const { id } = await desk.newDevice();
    const config = { device_id: id, sensor_name: 'main', capacity: 5000 };
    await desk.call('POST', '/api/sensor_configs.php?action=save', config);
    const asked = { name: 'Home Assistant', scope: 'operate', device_ids: [id] };
    const { body } = await desk.call('POST', '/api/me/tokens', asked);
    ({ token } = body as { token: string });
    const page = await readFile('docs/home-assistant.md', 'utf8');
    const [secrets = '', ...blocks] = yamlBlocks(page);
    const { kisima_token } = parseTagged(secrets, {}) as { kisima_token: string };
    assert.match(kisima_token, /^Bearer kwt_[\w-]{43}$/);
    const parts = blocks
      .filter((block) => /^(rest|rest_command|template):/m.test(block))
      .map((block) => parseTagged(block, { kisima_token: `Bearer ${token}` }));
    configuration = Object.assign({}, ...parts);
  });

  const toServer = (address: string) =>
    address
      .replace('https://kisima.example', desk.server.url)
      .replace('device_id=1', `device_id=${desk.device.id}`)
      .replace('{{ now().date() }}', new Date(desk.server.clock.now).toISOString().slice(0, 10));

  /** Asks as Home Assistant does. @returns the state of each entity, by its name. */
  const poll = async () => {
    const states: Record<string, string> = {};
    for (const { resource, resource_template, headers, ...entities } of configuration.rest) {
      const response = await fetch(toServer(resource ?? resource_template ?? ''), { headers });
      const text = await response.text();
      assert.equal(response.status, 200, text);
      for (const entity of [...(entities.sensor ?? []), ...(entities.binary_sensor ?? [])]) {
        const { name, value_template, availability } = entity;
        const isThere = !availability || renderTemplate(availability, text) === 'True';
        states[name] = isThere ? renderTemplate(value_template, text) : 'unavailable';
      }
    }
    return states;
  };

  /** Presses the switch: its action renders the command's payload, and sends it. */
  const press = async (way: 'turn_on' | 'turn_off') => {
    const [action] = configuration.template[0]?.switch[0]?.[way] ?? [];
    assert.equal(action?.action, 'rest_command.kisima_pump');
    const { url, method, headers, content_type, payload } = configuration.rest_command.kisima_pump;
    const body = payload
      .replace('{{ command }}', action.data.command)
      .replace('"1"', `"${desk.device.id}"`);
    const response = await fetch(toServer(url), {
      method: method.toUpperCase(),
      headers: { ...headers, 'content-type': content_type },
      body,
    });
    return response.status;
  };

  it('shows nothing of a tank that has sent nothing', async () => {
    assert.deepEqual(await poll(), {
      'Roof tank level': 'unavailable',
      'Roof tank water': 'unavailable',
      'Roof tank lasts': 'unavailable',
      'Roof tank unread alerts': '0',
      'Roof tank connection': 'False',
      'Roof tank problem': 'False',
      'Roof tank pump': 'unavailable',
      'Roof tank used today': 'unavailable',
    });
  });

  it('shows level, litres, use, pump and problem', async () => {
    for (let level = 80; level >= 56; level -= 2) {
      await desk.pushed({ water_level_percent: level, pump_status: 'off' });
      desk.server.clock.advance(5 * minuteMs);
    }
    const states = await poll();
    const used = Number(states['Roof tank used today']);
    assert.ok(used > 900 && used < 1300, `${used}`);
    assert.deepEqual(states, {
      'Roof tank level': '56',
      'Roof tank water': '2800',
      'Roof tank used today': `${used}`,
      'Roof tank lasts': 'unavailable',
      'Roof tank unread alerts': '0',
      'Roof tank connection': 'True',
      'Roof tank problem': 'False',
      'Roof tank pump': 'False',
    });
    await desk.pushed({ water_level_percent: 5, pump_status: 'on' });
    const low = await poll();
    assert.deepEqual([low['Roof tank problem'], low['Roof tank pump']], ['True', 'True']);
  });

  it('outlives the day of a bearer token', async () => {
    desk.server.clock.advance(3 * 24 * 60 * minuteMs);
    assert.equal((await poll())['Roof tank connection'], 'False');
  });

  it('switches the pump, under the name of the program', async () => {
    await desk.pushed({ water_level_percent: 50, pump_status: 'off' });
    assert.equal(await press('turn_on'), 201);
    assert.deepEqual(
      (await desk.poll()).map(({ command }) => command),
      ['on'],
    );
    assert.equal(await press('turn_off'), 201);
    const { facts } = await desk.server.db.read
      .selectFrom('audit_entries')
      .select('facts')
      .where('device_id', '=', Number(desk.device.id))
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    assert.deepEqual(JSON.parse(facts), {
      sensor_name: 'main',
      command: 'off',
      program: 'Home Assistant',
    });
  });

  it('takes the state of the switch from what the board says', () => {
    const [pump] = configuration.template[0]?.switch ?? [];
    assert.equal(pump?.state, "{{ is_state('binary_sensor.roof_tank_pump', 'on') }}");
    const names = configuration.rest.flatMap(({ binary_sensor = [] }) =>
      binary_sensor.map(({ name }) => name.toLowerCase().replaceAll(' ', '_')),
    );
    assert.ok(names.includes('roof_tank_pump'));
  });
});
