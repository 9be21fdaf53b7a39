import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import { secondMs } from '../../../src/kit/time/units.ts';
import { type RegisteredUser, registerUser } from '../accounts/accounts.ts';
import { type Answer, type Engine, type TestServer, useTestServer } from '../server/test-server.ts';
import { holdWaitsOf } from '../server/test-timers.ts';
import { until } from '../until.ts';
import { type DeviceAnswer, registerDevice } from './devices.ts';
import { chirpstackUp, makeSecret, postTo, randomDevEui } from './lorawan.ts';
import { type NetworkServer, startNetworkServer } from './network-server.ts';

export type Command = {
  id: number;
  status: string;
  delivered_at: string | null;
  acknowledged_at: string | null;
};
type Pump = { device_id: string; queued: number | null; error: string | null };

/** An owner with a pump behind a board of LoRaWAN, and the network server of the board. */
export type DownlinkDesk = {
  server: TestServer;
  network: NetworkServer;
  apiKey: string;
  owner: RegisteredUser;
  device: DeviceAnswer;
  devEui: string;
  request: (method: string, path: string, json?: object) => Promise<Answer>;
  /** Asks for what has to succeed. */
  ask: (method: string, path: string, json?: object) => Promise<unknown>;
  /** Sets the network server and the pump up; `more` is of the pump. */
  setUp: (kind: 'chirpstack' | 'tts', more?: object) => Promise<void>;
  order: (command: 'on' | 'off', deviceId?: string) => Promise<Command>;
  commandOf: (command: Command) => Promise<Command>;
  pumpOf: () => Promise<Pump | undefined>;
  /** The frames in the queue of a device of the network server, its own by default. */
  queue: (name?: string) => string[];
  /** Posts a message of the network server. @returns what became of it. */
  post: (path: string, json: object) => Promise<string>;
  postAsIs: (path: string, json: object) => Promise<Answer>;
  /** Posts the receipt of what lies in the queue. */
  receipt: (acknowledged: boolean) => Promise<string>;
  /** Posts an uplink that says the state of the pump. */
  says: (pump: string) => Promise<string>;
  /** Puts a board with that serial number, or with a new DevEUI, in the place of the one there. */
  replaceBoard: (serial?: string) => Promise<string>;
  /** Asks until it is so; what plans downlinks once a second does so each time. */
  soon: (isSo: () => boolean | Promise<boolean>) => Promise<unknown>;
};

const pump = { sensor_name: 'main', f_port: 2, on: '05 00 12 {ms4}', off: '03 00 11' };
const mapping = {
  decoder: null,
  fields: [
    { field: 'water_level_percent', path: 'level' },
    { field: 'pump_status', path: 'relay' },
  ],
};
const apiKey = 'NNSXS.ABCDEF.the-secret-of-the-network';

/** Desk for the tests of a suite, whose hooks it sets; owner and device are new in each test. */
export function useDownlinkDesk(engine: Engine): DownlinkDesk {
  // Most of a test would else be the rest of a second, again and again.
  const everySecond = holdWaitsOf(secondMs);
  const server = useTestServer({
    engine,
    env: { WEBHOOKS_ALLOW_PRIVATE: 'true' },
    timers: everySecond.timers,
  });
  let secret = '';
  const desk = {} as DownlinkDesk;
  before(async () => {
    desk.network = await startNetworkServer();
  });
  after(() => desk.network.close());
  beforeEach(async () => {
    desk.network.answerWith(200);
    desk.owner = await registerUser(server);
    desk.devEui = randomDevEui();
    desk.device = await registerDevice(server, desk.owner.token, desk.devEui);
    await ask('PUT', '/api/lorawan/mappings', { profile: 'Milesight EM500-UDL', mapping });
  });

  const request: DownlinkDesk['request'] = (method, path, json) =>
    server.request(method, path, { token: desk.owner.token, ...(json && { json }) });
  const ask: DownlinkDesk['ask'] = async (method, path, json) => {
    const answer = await request(method, path, json);
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const postAsIs: DownlinkDesk['postAsIs'] = (path, json) => postTo(server, path, secret, json);
  const post: DownlinkDesk['post'] = async (path, json) => {
    const { status, body, text } = await postAsIs(path, json);
    assert.equal(status, 200, text);
    return (body as { status: string }).status;
  };
  return Object.assign(desk, {
    server,
    apiKey,
    request,
    ask,
    post,
    postAsIs,
    setUp: async (kind: 'chirpstack' | 'tts', more: object = {}) => {
      secret = await makeSecret(server, desk.owner.token, kind);
      const place = {
        network: kind,
        url: desk.network.url,
        api_key: apiKey,
        ...(kind === 'tts' && { webhook_id: 'kisima' }),
      };
      const { id } = (await ask('PUT', '/api/lorawan/servers', place)) as { id: number };
      await ask('PUT', '/api/lorawan/pumps', {
        device_id: desk.device.id,
        server_id: id,
        ...pump,
        stops_by_itself: false,
        receipt_is_done: false,
        ...more,
      });
    },
    order: async (command: 'on' | 'off', device_id = desk.device.id) =>
      (await ask('POST', '/api/pump_commands.php?action=send', {
        device_id,
        sensor_name: pump.sensor_name,
        command,
      })) as Command,
    commandOf: async ({ id }: Command) => {
      const path = `/api/pump_commands.php?action=list&device_id=${desk.device.id}`;
      const found = ((await ask('GET', path)) as Command[]).find((each) => each.id === id);
      assert.ok(found);
      return found;
    },
    pumpOf: async () => {
      const { own } = (await ask('GET', '/api/lorawan/pumps')) as { own: Pump[] };
      return own.find(({ device_id }) => device_id === desk.device.id);
    },
    queue: (name = desk.devEui) => desk.network.queueOf(name).map(({ hex }) => hex),
    receipt: (acknowledged: boolean) => {
      const { devEui } = desk;
      const [item] = desk.network.queueOf(devEui);
      const event = { queueItemId: item?.id, acknowledged, deviceInfo: { devEui }, fCntDown: 7 };
      return post('chirpstack?event=ack', event);
    },
    says: (relay: string) => {
      const object = { level: 50, relay };
      const up = chirpstackUp(desk.devEui, server.clock.now, { object });
      return post('chirpstack?event=up', up);
    },
    replaceBoard: async (serial = randomDevEui()) => {
      const json = { device_id: desk.device.id, mac_or_serial: serial };
      await ask('POST', '/api/devices.php?action=replace', json);
      return serial;
    },
    soon: (isSo: () => boolean | Promise<boolean>) =>
      until(async () => {
        everySecond.pass();
        return await isSo();
      }),
  });
}
