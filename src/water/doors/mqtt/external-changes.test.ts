import assert from 'node:assert/strict';
import { after, afterEach, before, it } from 'node:test';
import { registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { until } from '../../../../test/helpers/until.ts';
import { randomMac, registerDevice } from '../../../../test/helpers/water/devices.ts';
import { connectMqtt, type MqttTestClient } from '../../../../test/helpers/water/mqtt.ts';
import { startOtherBroker } from '../../../../test/helpers/water/other-broker.ts';

describeOnBothEngines('a board at an external broker whose device changes', (engine) => {
  let broker: Awaited<ReturnType<typeof startOtherBroker>>;
  let server: TestServer;
  const boards: MqttTestClient[] = [];
  before(async () => {
    broker = await startOtherBroker();
    server = await startTestServer({ engine, env: { MQTT_URL: broker.url } });
    await until(() => server.logged().includes('connected to the broker'));
  });
  afterEach(async () => {
    for (const board of boards.splice(0)) await board.end();
  });
  after(async () => {
    await server.stop();
    await broker.stop();
  });

  const topicOf = (mac: string) => `kisima/${mac}/commands`;
  const send = async (token: string, device_id: string) => {
    const json = { device_id, sensor_name: 'main', command: 'off' };
    const path = '/api/pump_commands.php?action=send';
    const { status, body, text } = await server.request('POST', path, { token, json });
    assert.equal(status, 201, text);
    return (body as { id: number }).id;
  };
  const idsOf = (board: MqttTestClient, mac: string): number[] =>
    board.heard
      .filter(({ topic }) => topic === topicOf(mac))
      .map(({ payload }) => JSON.parse(payload).command_id);
  /** A board that says that it is online, until it has the command. */
  const connect = async (mac: string, commandId: number) => {
    const board = await connectMqtt(broker.url, {});
    boards.push(board);
    await board.subscribe(topicOf(mac));
    await until(async () => {
      await board.publish(`kisima/${mac}/status`, 'online');
      return idsOf(board, mac).includes(commandId) || undefined;
    });
    return board;
  };

  it('gets the commands of the device that is registered anew', async () => {
    const { token } = await registerUser(server);
    const device = await registerDevice(server, token);
    const mac = device.mac_or_serial;
    const board = await connect(mac, await send(token, device.id));
    const gone = `/api/devices.php?action=remove&id=${device.id}`;
    assert.equal((await server.request('DELETE', gone, { token })).status, 200);
    const anew = await registerDevice(server, token, mac);
    const id = await send(token, anew.id);
    await until(() => idsOf(board, mac).includes(id) || undefined);
  });

  it('gets none of a device that has new hardware', async () => {
    const { token } = await registerUser(server);
    const device = await registerDevice(server, token);
    const mac = device.mac_or_serial;
    const board = await connect(mac, await send(token, device.id));
    const mac_or_serial = randomMac();
    const replaced = await server.request('POST', '/api/devices.php?action=replace', {
      token,
      json: { device_id: device.id, mac_or_serial },
    });
    assert.equal(replaced.status, 200, replaced.text);
    const id = await send(token, device.id);
    const other = await connect(mac_or_serial, id);
    const next = await send(token, device.id);
    await until(() => idsOf(other, mac_or_serial).includes(next) || undefined);
    const late = idsOf(board, mac).filter((each) => each === id || each === next);
    assert.deepEqual(late, []);
  });
});
