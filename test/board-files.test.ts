import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { useDeviceDesk } from './helpers/browser/device-desk.ts';
import { connectMqtt, mqttPort } from './helpers/water/mqtt.ts';
import { parseTagged } from './helpers/yaml-blocks.ts';

type Lambda = { lambda: string };
type Post = { url: string; request_headers: Record<string, string>; body: Lambda };
type Publish = { topic: string; qos: number; payload: string };
type Step = {
  if?: { condition: { lambda: string }; then: Step[]; else?: Step[] };
  lambda?: string;
  'switch.turn_on'?: string;
  'switch.turn_off'?: string;
  'http_request.post'?: Post;
  'mqtt.publish_json'?: Publish;
};
type Board = {
  substitutions: Record<string, string>;
  sensor: { id: string; on_value: { then: Step[] } }[];
  mqtt?: Record<'username' | 'password' | 'broker', string> & {
    birth_message: { topic: string; payload: string };
    will_message: { topic: string; payload: string };
    on_json_message: { topic: string; qos: number; then: Step[] }[];
  };
};

const readFileOf = (name: string) => readFile(`docs/examples/${name}`, 'utf8');
const secrets = { wifi_ssid: 'home', wifi_password: 'secret', kisima_key: 'the key' };

/** Reads a file of ESPHome for a device: its substitutions are those of the test. */
async function readBoard(name: string, substitutions: Record<string, string>): Promise<Board> {
  const text = await readFileOf(name);
  const own = (parseTagged(text, secrets) as Board).substitutions;
  const filled = text.replaceAll(/\$\{(\w+)\}/g, (_, key: string) => {
    const value = substitutions[key] ?? own[key];
    assert.ok(value !== undefined, `nothing says what ${key} is`);
    return value;
  });
  return parseTagged(filled, secrets) as Board;
}

/** All steps of some actions of a kind, also those under conditions. */
function stepsOf<K extends keyof Step>(steps: Step[], kind: K): NonNullable<Step[K]>[] {
  return steps.flatMap((step) => [
    ...(step[kind] === undefined ? [] : [step[kind] as NonNullable<Step[K]>]),
    ...stepsOf([...(step.if?.then ?? []), ...(step.if?.else ?? [])], kind),
  ]);
}

/** What actions do upon a command: the switches that they turn, and the variables that they set. */
function effectsOf(steps: Step[], command: string): string[] {
  return steps.flatMap((step) => {
    if (step.if) {
      const [, word] = /^return x\["command"\] == "(\w+)";$/.exec(step.if.condition.lambda) ?? [];
      return effectsOf((word === command ? step.if.then : step.if.else) ?? [], command);
    }
    const set = Array.from(step.lambda?.matchAll(/id\((\w+)\) = /g) ?? [], ([, name]) => name);
    const turns = [
      step['switch.turn_on'] && `${step['switch.turn_on']} on`,
      step['switch.turn_off'] && `${step['switch.turn_off']} off`,
    ];
    return [...set, ...turns].filter((effect) => effect !== undefined);
  });
}

/** Evaluates C++ of the files: a format with its values, or the members of a JSON object. */
function fillFormat(code: string, values: Record<string, string | number>): string {
  const [, format = '', given = ''] = /str_sprintf\("(.*)", (.*)\);/.exec(code) ?? [];
  const names = given.split(', ');
  return format.replaceAll(/%(s|\.1f)/g, (_, kind: string) => {
    const value = values[names.shift() ?? ''];
    assert.ok(value !== undefined, code);
    return kind === 's' ? String(value) : Number(value).toFixed(1);
  });
}

function fillJson(code: string, values: Record<string, unknown>): Record<string, unknown> {
  const members = Array.from(
    code.matchAll(/root\["(\w+)"\] = (.*);/g),
    ([, key = '', value = '']) => {
      assert.ok(value in values, `${value} is not known`);
      return [key, values[value]];
    },
  );
  assert.ok(members.length > 0, code);
  return Object.fromEntries(members);
}

describe('the files for boards with ESPHome and Tasmota', () => {
  const desk = useDeviceDesk('sqlite', { MQTT_PORT: '0' });
  const deviceKey = async () => {
    const json = { device_id: desk.device.id };
    const { body } = await desk.call('POST', '/api/devices.php?action=api-key', json);
    return (body as { api_key: string }).api_key;
  };
  /** A device whose tank is 120 cm high, with the sensor 130 cm above its bottom. */
  const newTank = async () => {
    await desk.newDevice();
    const tank = {
      shape: 'upright_cylinder',
      diameter_cm: 120,
      height_cm: 120,
      sensor_height_cm: 130,
    };
    const json = { device_id: desk.device.id, sensor_name: 'main', capacity: 1350, tank };
    const { status, text } = await desk.call('POST', '/api/sensor_configs.php?action=save', json);
    assert.ok(status < 300, text);
    return { mac: desk.device.mac_or_serial, key: await deviceKey() };
  };
  const latest = async () => {
    const path = `/api/sensors.php?action=latest&device_id=${desk.device.id}`;
    const [reading] = (await desk.call('GET', path)).body as {
      level: number;
      pump_status: string;
    }[];
    return [reading?.level, reading?.pump_status];
  };
  const connect = (username: string, password: string) =>
    connectMqtt(`mqtt://127.0.0.1:${mqttPort(desk.server)}`, { username, password });

  it('ESPHome over HTTP: what it posts is a reading', async () => {
    const { mac, key } = await newTank();
    const board = await readBoard('esphome/kisima-http.yaml', { mac, server: desk.server.url });
    const steps = board.sensor.flatMap(({ on_value }) => on_value.then);
    const [post] = stepsOf(steps, 'http_request.post');
    assert.ok(post);
    const body = fillFormat(post.body.lambda, { 'id(key).c_str()': key, x: 70 });
    const headers = post.request_headers;
    const response = await fetch(post.url, { method: 'POST', headers, body });
    assert.equal(response.status, 201, await response.text());
    assert.deepEqual(await latest(), [50, null]);
  });

  it('ESPHome over MQTT: readings, commands and acknowledgements', async () => {
    const { mac, key } = await newTank();
    const board = await readBoard('esphome/kisima-mqtt.yaml', { mac });
    const { mqtt } = board;
    assert.ok(mqtt);
    const client = await connect(mqtt.username, key);
    const { birth_message: birth, on_json_message: heard } = mqtt;
    await client.publish(birth.topic, birth.payload);
    for (const { topic } of heard) assert.deepEqual(await client.subscribe(topic), [1]);
    const steps = board.sensor.flatMap(({ on_value }) => on_value.then);
    const [reading] = stepsOf(steps, 'mqtt.publish_json');
    assert.ok(reading);
    const values = { x: 61.5, 'id(pump).state ? "on" : "off"': 'off' };
    await client.publish(reading.topic, fillJson(reading.payload, values));
    assert.deepEqual(await latest(), [61.5, 'off']);
    const id = await desk.send({ command: 'on', turn_off_above: 90 });
    const [on] = heard;
    assert.ok(on);
    const { topic, then } = on;
    const command = JSON.parse((await client.next(topic)).payload);
    const used = JSON.stringify(then).matchAll(/x\[\\"(\w+)\\"\]/g);
    for (const [, field = ''] of used) assert.ok(field in command, `${field} of a command`);
    const [ack] = stepsOf(then, 'mqtt.publish_json');
    assert.ok(ack);
    await client.publish(ack.topic, fillJson(ack.payload, { 'id(command)': command.command_id }));
    const path = `/api/pump_commands.php?action=list&device_id=${desk.device.id}`;
    const [sent] = (await desk.call('GET', path)).body as { id: number; status: string }[];
    assert.deepEqual([sent?.id, sent?.status], [id, 'executed']);
    await client.end();
  });

  it('ESPHome over MQTT: on and off switch the pump, and whatever else comes leaves it as it is', async () => {
    const board = await readBoard('esphome/kisima-mqtt.yaml', {});
    const steps = board.mqtt?.on_json_message.flatMap(({ then }) => then) ?? [];
    assert.deepEqual(effectsOf(steps, 'on'), ['command', 'stop_above', 'pump on']);
    assert.deepEqual(effectsOf(steps, 'off'), ['command', 'pump off']);
    for (const word of ['auto', 'schedule']) assert.deepEqual(effectsOf(steps, word), ['command']);
  });

  /** The lines of a file of Tasmota for a device. */
  const tasmota = async (name: string, { mac, key }: { mac: string; key: string }) =>
    (await readFileOf(`tasmota/${name}`))
      .replaceAll('AA:BB:CC:DD:EE:FF', mac)
      .replaceAll('YOUR_KEY', key)
      .split('\n');
  /** What a rule does upon a trigger with a value. */
  const doOn = (lines: string[], trigger: string, value: string | number) =>
    lines
      .flatMap((line) => Array.from(line.matchAll(/ON (\S+) DO (.*?) ENDON/g)))
      .filter(([, on]) => on === trigger)
      .map(([, , action = '']) => action.replaceAll('%value%', String(value)));

  it('Tasmota over HTTP: what it posts is a reading', async () => {
    const lines = await tasmota('kisima-http.txt', await newTank());
    const [action = ''] = doOn(lines, 'Tele-SR04#Distance', 70);
    const [, address = '', type = '', body = ''] =
      /^WebQuery http:\/\/kisima\.example(\S+) POST \[Content-Type: ([^\]]+)\] (.*)$/.exec(
        action,
      ) ?? [];
    const response = await fetch(desk.server.url + address, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    assert.equal(response.status, 201, await response.text());
    assert.deepEqual(await latest(), [50, null]);
  });

  it('Tasmota over MQTT: readings, commands and acknowledgements', async () => {
    const tank = await newTank();
    const lines = await tasmota('kisima-mqtt.txt', tank);
    const settings = new Map(
      lines
        .flatMap((line) => line.replace('Backlog ', '').split('; '))
        .map((setting) => setting.split(' ', 2) as [string, string]),
    );
    const client = await connect(
      settings.get('MqttUser') ?? '',
      settings.get('MqttPassword') ?? '',
    );
    const fields = new Map<string, string>();
    let topic = '';
    for (const action of doOn(lines, 'Mqtt#Connected', '')) {
      const [, event = '', heard = '', field = ''] =
        /^Subscribe (\w+), (\S+), (\w+)$/.exec(action) ?? [];
      fields.set(event, field);
      topic = heard;
    }
    // As Tasmota subscribes, whatever is written there.
    assert.deepEqual(await client.subscribe(`${topic}/#`), [1]);
    const perform = async ([action = '']: string[]) => {
      const [, to = '', payload = ''] = /^Publish (\S+) (.*)$/.exec(action) ?? [];
      await client.publish(to, payload);
    };
    await perform(doOn(lines, 'Tele-SR04#Distance', 70));
    assert.deepEqual(await latest(), [50, null]);
    const id = await desk.send({ command: 'on' });
    const command = JSON.parse((await client.next(topic)).payload);
    const [word, number] = ['Kisima', 'KisimaId'].map((event) => command[fields.get(event) ?? '']);
    assert.deepEqual(doOn(lines, 'Event#Kisima', word), ['Power1 on']);
    assert.equal(number, id);
    await perform(doOn(lines, 'Event#KisimaId', number));
    assert.deepEqual(await desk.poll(), []);
    await client.end();
  });
});
