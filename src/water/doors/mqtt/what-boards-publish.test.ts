import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';
import { until } from '../../../../test/helpers/until.ts';
import { mqttPort } from '../../../../test/helpers/water/mqtt.ts';
import { useMqttDesk } from '../../../../test/helpers/water/mqtt-desk.ts';
import { dial, hangUp, hello } from '../../../../test/helpers/water/raw-mqtt.ts';

describeOnBothEngines('what boards publish over MQTT', (engine) => {
  const { desk, connect, topic, levels, metric } = useMqttDesk(engine);
  afterEach(hangUp);

  it('is read as bodies over HTTP are', async () => {
    await desk.newDevice();
    const client = await connect();
    await client.subscribe(topic('errors'));
    const mac = desk.device.mac_or_serial;
    const payloads = [
      '\uFEFF{"water_level_percent": 10}',
      '{"water_level_percent": 11}\0\0',
      '\r\n {"water_level_percent": 12} \r\n\0',
      '{"water_level_percent": 13, "temperature": nan}',
      '{"water_level_percent": 14, "temperature": }',
      '{"water_level_percent": 15,}',
      '{"water_level_percent": 016}',
      'water_level_percent=17&pump_status=off',
      `mac_address=${encodeURIComponent(mac)}&water_level_percent=18\r\n`,
      `{"mac_address": "${mac.toLowerCase()}", "water_level_percent": 19}`,
      '[{"water_level_percent": 20, "temperature": nan}]\0',
      Buffer.from('{"water_level_percent": 21, "x": "21°"}', 'latin1').toString('latin1'),
    ];
    for (const payload of payloads) await client.publish(topic('readings'), payload);
    assert.deepEqual(
      await levels(),
      payloads.map((_, at) => 10 + at),
    );
  });

  it('names a serial of digits as a number, too', async () => {
    const serial = String(Number(desk.device?.id ?? 0) + 712_300_000);
    await desk.newDevice(serial);
    const client = await connect();
    await client.publish(
      topic('readings'),
      `{"mac_address": ${serial}, "water_level_percent": 33}`,
    );
    assert.deepEqual(await levels(), [33]);
  });

  it('is taken on topics with a slash or a blank too many', async () => {
    await desk.newDevice();
    const client = await connect();
    const mac = desk.device.mac_or_serial;
    const topics = [
      `kisima/${mac}/readings/`,
      `/kisima/${mac}/readings`,
      `kisima//${mac}//readings`,
      `kisima/${mac}/readings `,
      ` kisima/${mac.replaceAll(':', '-')}/readings`,
    ];
    for (const [at, each] of topics.entries()) {
      await client.publish(each, { water_level_percent: 40 + at });
    }
    assert.deepEqual(await levels(), [40, 41, 42, 43, 44]);
    // A subscription has to be as it is written, since what comes is.
    assert.deepEqual(await client.subscribe(`/kisima/${mac}/errors`), [128]);
  });

  it('on a topic of its own that is none is told, without a loop', async () => {
    await desk.newDevice();
    const client = await connect();
    await client.subscribe(topic('#'));
    for (const branch of ['errors', 'commands', 'reading']) {
      await client.publish(topic(branch), { water_level_percent: 50 });
    }
    const told = JSON.parse((await client.next(topic('errors'))).payload);
    assert.deepEqual([told.status, told.code], [404, 'not_found']);
    assert.match(told.error, /readings, acks and status; reading was/);
    assert.deepEqual(client.heard, []);
    assert.deepEqual(await levels(), []);
  });

  it('says its status in capitals, quotes and with line ends', async () => {
    await desk.newDevice();
    const client = await connect();
    await client.subscribe(topic('errors'));
    const words = [
      'online',
      'Online',
      'ONLINE\r\n',
      '"online"',
      'online\0',
      ' offline',
      '\uFEFFOffline',
    ];
    const taken = 'kisima_mqtt_messages_total{branch="status",outcome="taken"}';
    await client.publish(topic('status'), 'online');
    const before = await metric(taken);
    for (const word of words) await client.publish(topic('status'), word);
    assert.equal((await metric(taken)) - before, words.length);
    assert.deepEqual(client.heard, []);
  });

  it('before its CONNACK is taken, in however many segments and packets it comes', async () => {
    await desk.newDevice();
    const port = mqttPort(desk.server);
    const greeting = { ...hello, username: desk.device.mac_or_serial } as Packet;
    const reading = (level: number, more = '') =>
      mqttPacket.generate({
        cmd: 'publish',
        topic: topic('readings'),
        qos: 1,
        dup: false,
        retain: false,
        messageId: level,
        payload: JSON.stringify({ water_level_percent: level, more }),
      });
    const long = [1, 2, 3].map((level) => reading(level, 'x'.repeat(100_000)));
    const large = await dial(port, mqttPacket.generate(greeting), ...long);
    await until(() => large.got.filter((each) => each === 'puback').length === long.length);
    const short = Array.from({ length: 55 }, (_, at) => reading(4 + at));
    const many = await dial(port, Buffer.concat([mqttPacket.generate(greeting), ...short]));
    await until(() => many.got.filter((each) => each === 'puback').length === short.length);
    assert.deepEqual(
      (await levels()).sort((a, b) => a - b),
      Array.from({ length: 58 }, (_, at) => 1 + at),
    );
  });
});
