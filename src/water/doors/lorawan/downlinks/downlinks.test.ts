import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import {
  type RegisteredUser,
  registerUser,
} from '../../../../../test/helpers/accounts/accounts.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../../test/helpers/server/test-server.ts';
import { until } from '../../../../../test/helpers/until.ts';
import { type DeviceAnswer, registerDevice } from '../../../../../test/helpers/water/devices.ts';
import {
  chirpstackUp,
  makeSecret,
  postTo,
  randomDevEui,
  ttsUplink,
} from '../../../../../test/helpers/water/lorawan.ts';
import {
  type NetworkServer,
  startNetworkServer,
} from '../../../../../test/helpers/water/network-server.ts';
import { minuteMs } from '../../../../kit/time/units.ts';

type Command = {
  id: number;
  status: string;
  delivered_at: string | null;
  acknowledged_at: string | null;
};
type Pump = { device_id: string; queued: number | null; error: string | null };

const apiKey = 'NNSXS.ABCDEF.the-secret-of-the-network';
const lt = { f_port: 2, on: '05 00 12 {ms4}', off: '03 00 11' };

describeOnBothEngines('commands as downlinks of LoRaWAN', (engine) => {
  const server = useTestServer({ engine, env: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  let network: NetworkServer;
  let owner: RegisteredUser;
  let device: DeviceAnswer;
  let devEui = '';
  let secret = '';
  before(async () => {
    network = await startNetworkServer();
  });
  after(() => network.close());

  const ask = async (method: string, path: string, json?: object) => {
    const answer = await server.request(method, path, {
      token: owner.token,
      ...(json && { json }),
    });
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const setUp = async (kind: 'chirpstack' | 'tts', more: object = {}) => {
    secret = await makeSecret(server, owner.token, kind);
    const { id } = (await ask('PUT', '/api/lorawan/servers', {
      network: kind,
      url: network.url,
      api_key: apiKey,
      ...(kind === 'tts' && { webhook_id: 'kisima' }),
    })) as { id: number };
    await ask('PUT', '/api/lorawan/pumps', {
      device_id: device.id,
      sensor_name: 'main',
      server_id: id,
      ...lt,
      stops_by_itself: false,
      receipt_is_done: false,
      ...more,
    });
  };
  const order = async (command: 'on' | 'off') =>
    (await ask('POST', '/api/pump_commands.php?action=send', {
      device_id: device.id,
      sensor_name: 'main',
      command,
    })) as Command;
  const commandOf = async ({ id }: Command) => {
    const path = `/api/pump_commands.php?action=list&device_id=${device.id}`;
    const found = ((await ask('GET', path)) as Command[]).find((each) => each.id === id);
    assert.ok(found);
    return found;
  };
  const pumpOf = async () => {
    const { own } = (await ask('GET', '/api/lorawan/pumps')) as { own: Pump[] };
    return own.find(({ device_id }) => device_id === device.id);
  };
  const queue = (name = devEui) => network.queueOf(name).map(({ hex }) => hex);
  const post = async (path: string, json: object) => {
    const { status, body, text } = await postTo(server, path, secret, json);
    assert.equal(status, 200, text);
    return (body as { status: string }).status;
  };
  const receipt = (acknowledged: boolean) => {
    const [item] = network.queueOf(devEui);
    const event = { queueItemId: item?.id, acknowledged, deviceInfo: { devEui }, fCntDown: 7 };
    return post('chirpstack?event=ack', event);
  };
  const says = (pump: string) =>
    post(
      'chirpstack?event=up',
      chirpstackUp(devEui, server.clock.now, { object: { level: 50, relay: pump } }),
    );

  beforeEach(async () => {
    network.answerWith(200);
    owner = await registerUser(server);
    devEui = randomDevEui();
    device = await registerDevice(server, owner.token, devEui);
    const mapping = {
      decoder: null,
      fields: [
        { field: 'water_level_percent', path: 'level' },
        { field: 'pump_status', path: 'relay' },
      ],
    };
    const profile = 'Milesight EM500-UDL';
    await ask('PUT', '/api/lorawan/mappings', { profile, mapping });
  });

  it('wait in the queue of ChirpStack, confirmed, with where they end, and not beyond their time', async () => {
    await setUp('chirpstack');
    const on = await order('on');
    await until(async () => (await commandOf(on)).delivered_at !== null);
    const [item] = network.queueOf(devEui);
    assert.deepEqual(
      [item?.hex, item?.fPort, item?.confirmed],
      ['05001200dbba00', lt.f_port, true],
    );
    const stale = Date.parse(item?.expiresAt ?? '') - server.clock.now;
    assert.ok(stale > 0 && stale <= 60 * minuteMs, String(stale));
    assert.ok(network.asked.every(({ key }) => key === `Bearer ${apiKey}`));
    await until(async () => (await pumpOf())?.queued === 1);
    // An `on` that is too late is taken out: the board would else start at its next uplink.
    server.clock.advance(stale);
    await until(() => queue().length === 0);
    await until(async () => (await pumpOf())?.queued === 0);
  });

  it('are replaced by what came later, and taken out where they are cancelled', async () => {
    await setUp('chirpstack');
    await order('on');
    await until(() => queue()[0] === '05001200dbba00');
    const off = await order('off');
    await until(() => queue().length === 1 && queue()[0] === '030011');
    await ask('DELETE', `/api/pump_commands.php?action=cancel&id=${off.id}`);
    await until(() => queue().length === 0);
  });

  it('are queued at the new address of a network server that moves', async () => {
    await setUp('chirpstack');
    const on = await order('on');
    await until(async () => (await pumpOf())?.queued === 1);
    const moved = await startNetworkServer();
    try {
      const place = { network: 'chirpstack', url: moved.url, api_key: apiKey };
      await ask('PUT', '/api/lorawan/servers', place);
      // As much of its run as is left once it has begun.
      await until(() => moved.queueOf(devEui)[0]?.hex === '05001200d72620');
      await ask('DELETE', `/api/pump_commands.php?action=cancel&id=${on.id}`);
      await until(() => moved.queueOf(devEui).length === 0);
      assert.ok(moved.asked.some(({ method }) => method === 'DELETE'));
    } finally {
      await moved.close();
    }
  });

  it('are queued at the new address also where it was set while they went to the old one', async () => {
    await setUp('chirpstack');
    const moved = await startNetworkServer();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    try {
      network.answerAfter(held);
      const before = network.asked.length;
      await order('off');
      await until(() => network.asked.length > before);
      const place = { network: 'chirpstack', url: moved.url, api_key: apiKey };
      await ask('PUT', '/api/lorawan/servers', place);
      release();
      await until(() => moved.queueOf(devEui)[0]?.hex === '030011');
      await until(async () => (await pumpOf())?.queued === 1);
      // What an uplink confirms is the downlink of the new address.
      const [item] = moved.queueOf(devEui);
      const event = { queueItemId: item?.id, acknowledged: true, deviceInfo: { devEui } };
      await until(async () => (await post('chirpstack?event=ack', event)) === 'received');
    } finally {
      release();
      network.answerAfter(Promise.resolve());
      await moved.close();
    }
  });

  it('go to the new address at once, whatever wait failures at the old one had come to', async () => {
    await setUp('chirpstack');
    network.answerWith(503);
    await order('off');
    await until(async () => (await pumpOf())?.error !== null);
    const moved = await startNetworkServer();
    try {
      server.clock.advance(1);
      const place = { network: 'chirpstack', url: moved.url, api_key: apiKey };
      await ask('PUT', '/api/lorawan/servers', place);
      await until(() => moved.queueOf(devEui)[0]?.hex === '030011');
    } finally {
      await moved.close();
    }
  });

  it('are acknowledged by the pump status of an uplink after their receipt, and not before', async () => {
    await setUp('chirpstack');
    const off = await order('off');
    await until(async () => (await pumpOf())?.queued === 1);
    // An uplink from before it came says nothing of it.
    assert.equal(await says('off'), 'stored');
    assert.equal((await commandOf(off)).status, 'pending');
    assert.equal(await receipt(true), 'received');
    assert.equal((await commandOf(off)).status, 'pending');
    server.clock.advance(minuteMs);
    assert.equal(await says('on'), 'stored');
    assert.equal((await commandOf(off)).status, 'pending');
    server.clock.advance(minuteMs);
    assert.equal(await says('OFF'), 'stored');
    assert.equal((await commandOf(off)).status, 'executed');
    await until(() => queue().length === 0);
  });

  it('are acknowledged by an uplink that comes again after storage failed at it', async () => {
    await setUp('chirpstack');
    const off = await order('off');
    await until(async () => (await pumpOf())?.queued === 1);
    assert.equal(await receipt(true), 'received');
    server.clock.advance(minuteMs);
    const up = chirpstackUp(devEui, server.clock.now, { object: { level: 50, relay: 'off' } });
    const { schema } = server.db.write;
    await schema.alterTable('lorawan_pumps').renameTo('lorawan_pumps_away').execute();
    const { status } = await postTo(server, 'chirpstack?event=up', secret, up);
    await schema.alterTable('lorawan_pumps_away').renameTo('lorawan_pumps').execute();
    assert.ok(status >= 500, String(status));
    assert.equal(await post('chirpstack?event=up', up), 'repeated');
    assert.equal((await commandOf(off)).status, 'executed');
  });

  it('go out again where they were not received, and not once they are over', async () => {
    await setUp('chirpstack');
    const off = await order('off');
    await until(async () => (await pumpOf())?.queued === 1);
    const [first] = network.queueOf(devEui);
    assert.equal(await receipt(false), 'not_received');
    await until(() => network.queueOf(devEui)[0]?.id !== first?.id && queue().length === 1);
    await ask('DELETE', `/api/pump_commands.php?action=cancel&id=${off.id}`);
    await until(() => queue().length === 0);
    const late = { queueItemId: first?.id, acknowledged: false, deviceInfo: { devEui } };
    assert.equal(await post('chirpstack?event=ack', late), 'ignored');
  });

  it('go out again once the board has joined anew, since its queue may have been emptied', async () => {
    await setUp('chirpstack');
    const off = await order('off');
    await until(async () => (await pumpOf())?.queued === 1);
    network.empty(devEui);
    const join = { deviceInfo: { devEui }, devAddr: '00189440' };
    assert.equal(await post('chirpstack?event=join', join), 'not_received');
    await until(() => queue().length === 1 && queue()[0] === '030011');
    await until(async () => (await pumpOf())?.queued === 1);
    assert.equal(await receipt(true), 'received');
    server.clock.advance(minuteMs);
    await says('off');
    assert.equal((await commandOf(off)).status, 'executed');
    await until(async () => (await pumpOf())?.queued === 0);
    assert.equal(await post('chirpstack?event=join', join), 'ignored');
    const stranger = { deviceInfo: { devEui: randomDevEui() } };
    assert.equal(await post('chirpstack?event=join', stranger), 'unknown_device');
  });

  it('are done by an uplink that says the pump alone, as boards without a sensor send it', async () => {
    await setUp('chirpstack');
    const off = await order('off');
    await until(async () => (await pumpOf())?.queued === 1);
    const saysAlone = (relay: string) =>
      post('chirpstack?event=up', chirpstackUp(devEui, server.clock.now, { object: { relay } }));
    assert.equal(await saysAlone('off'), 'no_reading');
    assert.notEqual((await commandOf(off)).status, 'executed');
    assert.equal(await receipt(true), 'received');
    server.clock.advance(minuteMs);
    await saysAlone('on');
    assert.notEqual((await commandOf(off)).status, 'executed');
    server.clock.advance(minuteMs);
    await saysAlone('off');
    assert.equal((await commandOf(off)).status, 'executed');
  });

  const replaceBoard = async () => {
    const serial = randomDevEui();
    await ask('POST', '/api/devices.php?action=replace', {
      device_id: device.id,
      mac_or_serial: serial,
    });
    return serial;
  };

  it('go to the new board once one was replaced, and leave the queue of the old one', async () => {
    await setUp('chirpstack');
    await order('on');
    await until(async () => (await pumpOf())?.queued === 1);
    const serial = await replaceBoard();
    // As much of its run as is left once it has begun.
    await until(() => queue(serial)[0] === '05001200d72620');
    assert.deepEqual(queue(), []);
    // Nothing waits for the board that this one replaces, whether it is asked for or not.
    await until(async () => (await pumpOf())?.queued === 1);
    const off = await order('off');
    await until(() => queue(serial).length === 1 && queue(serial)[0] === '030011');
    await until(async () => (await pumpOf())?.queued === 1);
    const again = await replaceBoard();
    await ask('DELETE', `/api/pump_commands.php?action=cancel&id=${off.id}`);
    await until(() => queue(serial).length === 0 && queue(again).length === 0);
  });

  it('go to a new board also where it was set up while they went to the old one', async () => {
    await setUp('chirpstack');
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    try {
      network.answerAfter(held);
      const before = network.asked.length;
      await order('off');
      await until(() => network.asked.length > before);
      const serial = await replaceBoard();
      release();
      await until(() => queue(serial)[0] === '030011' && queue().length === 0);
    } finally {
      release();
      network.answerAfter(Promise.resolve());
    }
  });

  it('wait at The Things Stack for the first message of a new board, and leave the old one', async () => {
    await setUp('tts');
    const nameOf = (eui: string) => `pump-${eui}`;
    const hear = async (eui: string) => {
      const up = ttsUplink(eui, server.clock.now, { frm_payload: '' });
      up.end_device_ids.device_id = nameOf(eui);
      await post('tts', up);
    };
    await hear(devEui);
    await order('off');
    await until(() => queue(nameOf(devEui))[0] === '030011');
    await until(async () => (await pumpOf())?.queued === 1);
    const serial = await replaceBoard();
    await until(() => queue(nameOf(devEui)).length === 0);
    await until(async () => /has never passed on anything/.test((await pumpOf())?.error ?? ''));
    await hear(serial);
    server.clock.advance(minuteMs);
    await until(() => queue(nameOf(serial))[0] === '030011');
  });

  it('go by The Things Stack once it has named the device, and their receipt may be enough', async () => {
    await setUp('tts', { receipt_is_done: true });
    const on = await order('on');
    await until(async () => (await pumpOf())?.error !== null);
    assert.match((await pumpOf())?.error ?? '', /has never passed on anything/);
    const name = `pump-${devEui}`;
    const up = ttsUplink(devEui, server.clock.now, { frm_payload: '' });
    up.end_device_ids.device_id = name;
    await post('tts', up);
    // Its wait has grown meanwhile; whatever is sent anew goes at once.
    const off = await order('off');
    await until(() => queue(name)[0] === '030011');
    await until(async () => (await commandOf(off)).delivered_at !== null);
    assert.notEqual((await commandOf(on)).status, 'executed');
    const { uplink_message: _, ...rest } = up;
    const downlink_ack = {
      f_port: 2,
      correlation_ids: ['as:downlink:01', `kisima:command:${off.id}`],
    };
    assert.equal(await post('tts', { ...rest, downlink_ack }), 'received');
    assert.equal((await commandOf(off)).status, 'executed');
    await until(() => queue(name).length === 0);
    const again = await order('on');
    await until(() => queue(name)[0] === '05001200dbba00');
    await until(async () => (await pumpOf())?.queued === 1);
    const failed = { downlink: { correlation_ids: [`kisima:command:${again.id}`] }, error: {} };
    assert.equal(await post('tts', { ...rest, downlink_failed: failed }), 'not_received');
  });

  it('are tried again while their network server fails, which is told without its key or address', async () => {
    await setUp('chirpstack');
    network.answerWith(503);
    const off = await order('off');
    await until(async () => (await pumpOf())?.error !== null);
    assert.equal((await pumpOf())?.error, 'answered with status 503');
    assert.equal((await commandOf(off)).delivered_at, null);
    network.answerWith(200);
    server.clock.advance(minuteMs);
    await until(async () => (await commandOf(off)).delivered_at !== null);
    await until(async () => (await pumpOf())?.error === null);
    assert.ok(!server.logged().includes(apiKey));
    const stored = await server.db.read.selectFrom('lorawan_servers').selectAll().execute();
    assert.ok(!JSON.stringify(stored).includes(apiKey));
  });

  it('go to nobody else’s devices, and end with the device', async () => {
    await setUp('chirpstack');
    const stranger = await registerUser(server);
    const theirs = await makeSecret(server, stranger.token);
    await order('off');
    await until(async () => (await pumpOf())?.queued === 1);
    const [item] = network.queueOf(devEui);
    const event = { queueItemId: item?.id, acknowledged: true, deviceInfo: { devEui } };
    const { body } = await postTo(server, 'chirpstack?event=ack', theirs, event);
    assert.equal((body as { status: string }).status, 'unknown_device');
    await ask('DELETE', `/api/devices.php?action=remove&id=${device.id}`);
    await until(async () => {
      const rows = await server.db.read.selectFrom('lorawan_pumps').selectAll().execute();
      return rows.every(({ device_id }) => device_id !== Number(device.id));
    });
  });
});
