import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import { randomMac } from '../../../../test/helpers/water/devices.ts';
import {
  chirpstackUp,
  makeSecret,
  postTo,
  randomDevEui,
} from '../../../../test/helpers/water/lorawan.ts';
import { mqttPort } from '../../../../test/helpers/water/mqtt.ts';
import { useMqttDesk } from '../../../../test/helpers/water/mqtt-desk.ts';
import { dial, hangUp, hello } from '../../../../test/helpers/water/raw-mqtt.ts';
import { howMany } from '../../../../test/helpers/whole-suite.ts';
import { noticesOfOneProcess } from '../../../db/notices.ts';
import { systemTimers } from '../../../kit/time/timers.ts';
import { createKnocks } from './knocks.ts';

type Knock = { count: number; door: string; sends: string };

describe('devices that nobody has registered, by each door', () => {
  const { desk, connect, metric } = useMqttDesk('sqlite');
  after(hangUp);
  const knockOf = async (mac: string) => {
    const path = `/api/devices.php?action=knock&mac=${encodeURIComponent(mac)}`;
    const { body, status, text } = await desk.call('GET', path);
    assert.equal(status, 200, text);
    const { knock } = body as { knock: Knock | null };
    return knock && [knock.count, knock.door, knock.sends];
  };
  const requests = (door: string, sends: string) =>
    metric(`kisima_unknown_device_requests_total{door="${door}",sends="${sends}"}`);

  it('knock over MQTT, with a key, a word that they will sign, or nothing', async () => {
    await desk.newDevice();
    const username = randomMac();
    const tries = [
      [undefined, 'nothing'],
      ['kd_any', 'key'],
      ['signed', 'signature'],
    ] as const;
    for (const [at, [password, sends]] of tries.entries()) {
      const before = await requests('mqtt', sends);
      await assert.rejects(connect({ username, ...(password && { password }) }));
      assert.deepEqual(await knockOf(username), [at + 1, 'mqtt', sends]);
      assert.equal(await requests('mqtt', sends), before + 1);
    }
    // By another door it is the same device.
    await desk.push({ water_level_percent: 5, mac_address: username });
    assert.deepEqual(await knockOf(username), [4, 'http', 'nothing']);
  });

  it('knock over LoRaWAN, once for each uplink, by the DevEUI in any form', async () => {
    const { token } = await registerUser(desk.server);
    const secret = await makeSecret(desk.server, token, 'chirpstack');
    const devEui = randomDevEui();
    const before = await requests('lorawan', 'nothing');
    const uplink = chirpstackUp(devEui, desk.server.clock.now);
    const { status } = await postTo(desk.server, 'chirpstack?event=up', secret, uplink);
    assert.equal(status, 200);
    const known = [1, 'lorawan', 'nothing'];
    assert.deepEqual(await knockOf(devEui), known);
    assert.deepEqual(await knockOf(devEui.replaceAll(/..(?!$)/g, '$&-')), known);
    assert.equal(await requests('lorawan', 'nothing'), before + 1);
  });

  it('cost nothing over MQTT, however many connect, and their connections end', async () => {
    const many = howMany(1000, 10_000);
    const port = mqttPort(desk.server);
    const before = await requests('mqtt', 'nothing');
    for (let done = 0; done < many; done += 200) {
      const some = Array.from({ length: 200 }, async () => {
        const client = await dial(port, { ...hello, username: randomMac() } as typeof hello);
        await client.closed();
      });
      await Promise.all(some);
    }
    assert.equal(await requests('mqtt', 'nothing'), before + many);
    assert.equal(await metric('kisima_mqtt_connections'), 0);
    const rows = await desk.server.db.read.selectFrom('devices').select('id').execute();
    assert.ok(rows.length < 10);
  });
});

describe('the memory of knocks', () => {
  it('keeps 20,000 of each door, whatever floods another', async () => {
    const knocks = createKnocks({
      notices: noticesOfOneProcess,
      secret: Buffer.from('secret'),
      clock: () => 0,
      timers: systemTimers,
    });
    const sends = 'nothing';
    for (const door of ['http', 'mqtt', 'lorawan'] as const) {
      knocks.note(`label ${door}`, { door, sends });
      if (door !== 'mqtt') continue;
      for (let at = 0; at < 25_000; at += 1) knocks.note(`flood ${at}`, { door, sends });
    }
    assert.equal(knocks.size(), 20_002);
    assert.equal((await knocks.ask('label http'))?.count, 1);
    assert.equal((await knocks.ask('label lorawan'))?.door, 'lorawan');
    assert.equal(await knocks.ask('label mqtt'), undefined);
    assert.equal((await knocks.ask('flood 24999'))?.door, 'mqtt');
  });
});
