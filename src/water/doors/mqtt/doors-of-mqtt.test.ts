import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readConfig } from '../../../../src/config.ts';
import { registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import { makePostgresDatabase } from '../../../../test/helpers/database/postgres.ts';
import { testCertificate } from '../../../../test/helpers/http/test-certificate.ts';
import { makeTestFolder } from '../../../../test/helpers/server/test-folder.ts';
import { startTestServer, type TestServer } from '../../../../test/helpers/server/test-server.ts';
import { type DeviceAnswer, registerDevice } from '../../../../test/helpers/water/devices.ts';
import { connectMqtt, mqttPort } from '../../../../test/helpers/water/mqtt.ts';
import { useMqttDesk } from '../../../../test/helpers/water/mqtt-desk.ts';

describe('MQTT over WebSocket', () => {
  const { desk, topic, levels, connect } = useMqttDesk('sqlite', {});
  const at = () => desk.server.url.replace('http', 'ws');

  for (const protocolVersion of [4, 5] as const) {
    it(`speaks version ${protocolVersion} on the port of HTTP, and ends with it`, async () => {
      await desk.newDevice();
      const username = desk.device.mac_or_serial;
      const client = await connectMqtt(`${at()}/mqtt`, { protocolVersion, username });
      await client.subscribe(topic('commands'));
      await client.publish(topic('readings'), { water_level_percent: 42 });
      assert.deepEqual(await levels(), [42]);
      const id = await desk.send({ command: 'off' });
      const { payload } = await client.next(topic('commands'));
      assert.equal(JSON.parse(payload).command_id, id);
      await client.end();
    });
  }

  it('is at one path only, and for clients that name the protocol', async () => {
    await desk.newDevice();
    const username = desk.device.mac_or_serial;
    await assert.rejects(connectMqtt(`${at()}/other`, { username }));
    const asked = (protocol: string) =>
      new Promise<string | undefined>((resolve, reject) => {
        const headers = {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
          'sec-websocket-protocol': protocol,
        };
        request(`${desk.server.url}/mqtt`, { headers })
          .on('response', ({ statusCode }) => resolve(String(statusCode)))
          .on('upgrade', ({ headers: answered }, socket) => {
            socket.destroy();
            resolve(answered['sec-websocket-protocol']);
          })
          .on('error', reject)
          .end();
      });
    assert.deepEqual([await asked('chat'), await asked('chat, mqtt')], ['404', 'mqtt']);
    await connect();
  });
});

describe('MQTT over TLS', () => {
  let server: TestServer;
  let device: DeviceAnswer;
  before(async () => {
    const folder = await makeTestFolder('mqtt-tls');
    const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    await writeFile(certFile, testCertificate.cert);
    await writeFile(keyFile, testCertificate.key);
    const env = {
      MQTT_TLS_PORT: '0',
      MQTT_TLS_CERT_FILE: certFile,
      MQTT_TLS_KEY_FILE: keyFile,
    };
    server = await startTestServer({ engine: 'sqlite', env });
    device = await registerDevice(server, (await registerUser(server)).token);
  });
  after(() => server.stop());

  it('takes a reading by the certificate that it was given', async () => {
    const url = `mqtts://localhost:${mqttPort(server, true)}`;
    const username = device.mac_or_serial;
    await assert.rejects(connectMqtt(url, { username }));
    const client = await connectMqtt(url, { username, ca: testCertificate.cert });
    await client.publish(`kisima/${username}/readings`, { water_level_percent: 43 });
    await client.end();
  });

  it('wants settings that fit together', () => {
    const read = (env: Record<string, string>) => () => readConfig(env);
    assert.throws(read({ MQTT_TLS_PORT: '8883' }), /go together/);
    assert.throws(read({ MQTT_PORT: '1883', MQTT_URL: 'mqtt://127.0.0.1' }), /one of the two/);
    assert.throws(read({ MQTT_URL: 'http://user:secret@127.0.0.1' }), (error: Error) => {
      assert.match(error.message, /MQTT_URL must be an address/);
      assert.doesNotMatch(error.message, /secret/);
      return true;
    });
  });
});

describe('MQTT at two processes on one PostgreSQL', () => {
  let drop: () => Promise<void>;
  let one: TestServer;
  let other: TestServer;
  before(async () => {
    const database = await makePostgresDatabase();
    drop = database.drop;
    const env = {
      DATABASE_URL: database.url,
      MQTT_PORT: '0',
      SERVER_SECRET: 'a secret that both processes share',
    };
    one = await startTestServer({ engine: 'sqlite', env });
    other = await startTestServer({ engine: 'sqlite', env });
  });
  after(async () => {
    await other.stop();
    await one.stop();
    await drop();
  });

  it('brings a command from one to the client of the other, and ends it where its device goes', async () => {
    const { token } = await registerUser(one);
    const device = await registerDevice(one, token);
    const username = device.mac_or_serial;
    const client = await connectMqtt(`mqtt://127.0.0.1:${mqttPort(other)}`, { username });
    const topic = `kisima/${username}/commands`;
    await client.subscribe(topic);
    const json = { device_id: device.id, sensor_name: 'main', command: 'off' };
    const path = '/api/pump_commands.php?action=send';
    const sent = await one.request('POST', path, { token, json });
    assert.equal(sent.status, 201, sent.text);
    const { payload } = await client.next(topic);
    assert.equal(JSON.parse(payload).command_id, (sent.body as { id: number }).id);
    const closed = client.closed();
    const gone = `/api/devices.php?action=remove&id=${device.id}`;
    assert.equal((await one.request('DELETE', gone, { token })).status, 200);
    await closed;
  });

  it('brings a command to the clients of a device at both: one of them may be dead', async () => {
    const { token } = await registerUser(one);
    const device = await registerDevice(one, token);
    const username = device.mac_or_serial;
    const topic = `kisima/${username}/commands`;
    const clients = [];
    for (const [server, clientId] of [
      [one, 'before'],
      [other, 'after'],
    ] as const) {
      const url = `mqtt://127.0.0.1:${mqttPort(server)}`;
      const client = await connectMqtt(url, { username, clientId });
      await client.subscribe(topic);
      clients.push(client);
    }
    const json = { device_id: device.id, sensor_name: 'main', command: 'off' };
    const path = '/api/pump_commands.php?action=send';
    const sent = await one.request('POST', path, { token, json });
    for (const client of clients) {
      const { payload } = await client.next(topic);
      assert.equal(JSON.parse(payload).command_id, (sent.body as { id: number }).id);
      await client.end();
    }
  });

  it('brings a reading from one to the program at the other', async () => {
    const { token } = await registerUser(one);
    const device = await registerDevice(one, token);
    const made = await one.request('POST', '/api/me/tokens', {
      token,
      json: { name: 'a program', scope: 'read' },
    });
    const password = (made.body as { token: string }).token;
    const options = { username: 'token', password };
    const client = await connectMqtt(`mqtt://127.0.0.1:${mqttPort(other)}`, options);
    await client.subscribe('kisima/#');
    const form = { mac_address: device.mac_or_serial, water_level_percent: 20 };
    const topic = `kisima/${device.mac_or_serial}/readings`;
    // Until the one has heard of the listener of the other, its events stay there.
    let level: number | undefined;
    while (level === undefined) {
      await one.request('POST', '/iot_push.php', { form });
      const heard = client.heard.find((message) => message.topic === topic);
      level = heard && JSON.parse(heard.payload).level;
    }
    assert.equal(level, 20);
    await client.end();
  });
});
