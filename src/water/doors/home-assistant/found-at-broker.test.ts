import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { until } from '../../../../test/helpers/until.ts';
import { registerDevice } from '../../../../test/helpers/water/devices.ts';
import { startHomeAssistant } from '../../../../test/helpers/water/home-assistant-client.ts';
import { connectMqtt } from '../../../../test/helpers/water/mqtt.ts';
import { startOtherBroker } from '../../../../test/helpers/water/other-broker.ts';
import { configTopic, stateTopic } from './topics.ts';

describeOnBothEngines('tanks that went while the broker was away', (engine) => {
  let broker: Awaited<ReturnType<typeof startOtherBroker>>;
  let server: TestServer;
  before(async () => {
    broker = await startOtherBroker();
    server = await startTestServer({
      engine,
      env: { MQTT_URL: broker.url, MQTT_DISCOVERY: 'states' },
    });
  });
  after(async () => {
    await server.stop();
    await broker.stop();
  });
  const [gone, anew] = [987_654, 987_655];

  it('are taken back when it is back, with what the broker keeps of them', async () => {
    const { token } = await registerUser(server);
    const { id, mac_or_serial: mac } = await registerDevice(server, token);
    const form = { mac_address: mac, water_level_percent: 60 };
    await server.request('POST', '/iot_push.php', { form });
    const home = await startHomeAssistant(broker.url);
    await home.untilShown(id, { s1_level: '60' });
    const state = home.payloads.get(stateTopic(mac)) ?? '';
    await home.end();

    const writer = await connectMqtt(broker.url, {});
    const keep = (topic: string, payload: string) =>
      writer.publish(topic, payload, { retain: true });
    const ofTank = (name: string) =>
      JSON.stringify({ components: { s1_level: { state_topic: stateTopic(name) } } });
    await keep(configTopic(gone), ofTank('GONE-1'));
    await keep(stateTopic('GONE-1'), '{}');
    // Its board is the tank's that is there now.
    await keep(configTopic(anew), ofTank(mac));
    const others = 'homeassistant/device/pump_house/config';
    await keep(others, ofTank('OTHER-1'));
    // A message without a state is no reason to leave the others.
    await keep(configTopic(987_656), 'no JSON');
    await writer.end();
    broker.cutOff();

    const kept = async () => {
      const reader = await connectMqtt(broker.url, {});
      await reader.subscribe('homeassistant/#', 'kisima/+/state', 'end');
      await reader.publish('end', 'x');
      await reader.next('end');
      await reader.end();
      return new Map(reader.heard.map(({ topic, payload }) => [topic, payload]));
    };
    const wanted = [configTopic(Number(id)), others, stateTopic(mac)].sort();
    await until(async () => (await kept()).size === wanted.length || undefined);
    const now = await kept();
    assert.deepEqual([...now.keys()].sort(), wanted);
    assert.equal(now.get(stateTopic(mac)), state);
  });
});
