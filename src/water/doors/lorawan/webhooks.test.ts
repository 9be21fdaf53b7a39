import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type RegisteredUser, registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import { failureOf, wrongFields } from '../../../../test/helpers/http/answers.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { type DeviceAnswer, registerDevice } from '../../../../test/helpers/water/devices.ts';
import {
  chirpstackUp,
  makeSecret,
  postTo,
  randomDevEui,
  ttsUplink,
} from '../../../../test/helpers/water/lorawan.ts';
import { minuteMs, secondMs } from '../../../kit/time/units.ts';

type Told = { level: number; level_cm: number; temperature: number | null; recorded_at: string };
type Said = {
  status: string;
  stored: number;
  refused: number;
  results: { error?: string }[];
  pending_commands: number;
};

describeOnBothEngines('webhooks of LoRaWAN network servers', (engine) => {
  const server = useTestServer({ engine, env: { BATCH_BURST_PER_DEVICE: '1000' } });
  let owner: RegisteredUser;
  let device: DeviceAnswer;
  let devEui = '';
  let [chirpstack, tts] = ['', ''];

  beforeEach(async () => {
    owner = await registerUser(server);
    devEui = randomDevEui();
    device = await registerDevice(server, owner.token, devEui);
    const tank = { shape: 'box', length_cm: 200, width_cm: 100, height_cm: 200 };
    const json = {
      device_id: device.id,
      sensor_name: 'main',
      tank: { ...tank, sensor_height_cm: 223.4 },
    };
    await server.request('POST', '/api/sensor_configs.php?action=save', {
      token: owner.token,
      json,
    });
    chirpstack = await makeSecret(server, owner.token, 'chirpstack');
    tts = await makeSecret(server, owner.token, 'tts');
  });

  const up = async (json: unknown, secret = chirpstack, path = 'chirpstack?event=up') => {
    const { status, body, text } = await postTo(server, path, secret, json);
    assert.equal(status, 200, text);
    return body as Said;
  };
  const now = () => server.clock.now;
  const stored = async (): Promise<Told[]> => {
    const path = `/api/sensors.php?action=history&device_id=${device.id}&hours=168`;
    return (await server.request('GET', path, { token: owner.token })).body as Told[];
  };
  const listed = async () => {
    const list = await server.request('GET', '/api/devices.php?action=list', {
      token: owner.token,
    });
    return (list.body as { id: string; online: boolean; refused: unknown }[]).find(
      ({ id }) => id === device.id,
    );
  };

  it('store what ChirpStack passes on, by the geometry of the tank, at the instant that it says', async () => {
    const said = await up(chirpstackUp(devEui, now() - 2000));
    assert.deepEqual([said.status, said.stored, said.pending_commands], ['stored', 1, 0]);
    const [reading] = await stored();
    assert.deepEqual([reading?.level, reading?.level_cm], [50, 100]);
    assert.equal(reading?.recorded_at, new Date(now() - 2000).toISOString());
    assert.equal((await listed())?.online, true);
  });

  it('store what The Things Stack passes on, plain or normalized', async () => {
    const said = await up(ttsUplink(devEui, now() - 700), tts, 'tts');
    assert.equal(said.status, 'stored');
    const [reading] = await stored();
    assert.deepEqual([reading?.level, reading?.level_cm], [60, 120]);
    assert.equal(reading?.temperature, 26.1);
    assert.equal(reading?.recorded_at, new Date(now() - 700).toISOString());
    const { uplink_message, ...rest } = ttsUplink(devEui, now() - 700);
    const { rx_metadata: _, ...normalized } = uplink_message;
    const again = { ...rest, uplink_normalized: { ...normalized, normalized_payload: {} } };
    assert.equal((await up(again, tts, 'tts')).status, 'repeated');
    assert.equal((await stored()).length, 1);
  });

  it('store nothing twice, also once the mapping has changed or ids are forgotten', async () => {
    const first = chirpstackUp(devEui, now());
    assert.equal((await up(first)).status, 'stored');
    assert.equal((await up(first)).status, 'repeated');
    server.clock.advance(90 * minuteMs);
    assert.equal((await up({ ...first, deduplicationId: 'another' })).status, 'repeated');
    const mapping = {
      decoder: 'em500-udl',
      fields: [{ field: 'distance_cm', path: 'distance_mm', factor: 1.5, unit: 'mm' }],
    };
    const json = { profile: 'milesight em500-udl', mapping };
    const path = '/api/lorawan/mappings';
    assert.equal((await server.request('PUT', path, { token: owner.token, json })).status, 200);
    assert.equal((await up(first)).status, 'repeated');
    const both = [chirpstackUp(devEui, now()), chirpstackUp(devEui, now())];
    const [one] = both;
    await Promise.all([up(one), up(one), up(one)]);
    assert.equal((await stored()).length, 2);
    assert.ok((await stored()).some(({ level_cm }) => level_cm === 38.3));
  });

  it('take uplinks that come late, in any order', async () => {
    const of = (mm: number, minutesAgo: number) => {
      const frame = Buffer.from([3, 0x82, mm & 255, mm >> 8]);
      const data = frame.toString('base64');
      return chirpstackUp(devEui, now() - minutesAgo * minuteMs, { data });
    };
    for (const [mm, ago] of [
      [1234, 0],
      [1334, 60],
      [1284, 30],
    ] as const) {
      assert.equal((await up(of(mm, ago))).status, 'stored');
    }
    const levels = (await stored()).map(({ level_cm }) => level_cm).sort((a, b) => a - b);
    assert.deepEqual(levels, [90, 95, 100]);
  });

  it('refuse frames without a level as pushes are refused, and show that to their people', async () => {
    const data = Buffer.from('0382FFFF', 'hex').toString('base64');
    const said = await up(chirpstackUp(devEui, now(), { data }));
    assert.deepEqual([said.status, said.refused], ['refused', 1]);
    assert.match(said.results[0]?.error ?? '', /distance_cm must be a number/);
    const late = await up(chirpstackUp(devEui, now() + 60 * minuteMs));
    assert.match(late.results[0]?.error ?? '', /recorded_at/);
    assert.deepEqual(await stored(), []);
    const none = Buffer.from('FF0BFF', 'hex').toString('base64');
    const about = await up(chirpstackUp(devEui, now(), { data: none }));
    assert.equal(about.status, 'no_reading');
    assert.equal((await listed())?.online, true);
  });

  it('answer 200 to events that are no uplinks, and to devices that are not of the account', async () => {
    for (const event of ['join', 'ack', 'txack', 'log', 'status', 'location']) {
      const { status } = await up(
        { deviceInfo: { devEui } },
        chirpstack,
        `chirpstack?event=${event}`,
      );
      assert.equal(status, 'ignored', event);
    }
    const { uplink_message: _, ...rest } = ttsUplink(devEui, now());
    for (const name of ['join_accept', 'downlink_ack', 'downlink_sent', 'location_solved']) {
      assert.equal((await up({ ...rest, [name]: {} }, tts, 'tts')).status, 'ignored', name);
    }
    assert.equal((await up(chirpstackUp(randomDevEui(), now()))).status, 'unknown_device');
    const stranger = await registerUser(server);
    const theirs = randomDevEui();
    const other = await registerDevice(server, stranger.token, theirs);
    assert.equal((await up(chirpstackUp(theirs, now()))).status, 'unknown_device');
    const key = { device_id: other.id, required: true };
    const path = '/api/devices.php?action=api-key';
    await server.request('POST', path, { token: stranger.token, json: key });
    assert.equal((await up(chirpstackUp(theirs, now()))).status, 'unknown_device');
  });

  it('speak for devices that want their key, and know a DevEUI in any form', async () => {
    const json = { device_id: device.id, required: true };
    await server.request('POST', '/api/devices.php?action=api-key', { token: owner.token, json });
    assert.equal((await up(chirpstackUp(devEui, now()))).status, 'stored');
    for (const form of [(text: string) => text.replaceAll(/..(?!$)/g, '$&-'), String]) {
      const eui = randomDevEui();
      await registerDevice(server, owner.token, form(eui).toUpperCase());
      const fields = { object: { level: 40 }, fPort: 1, data: '' };
      const plain = chirpstackUp(eui, now(), fields);
      plain.deviceInfo.deviceProfileName = 'Own board';
      const before = form === String ? 'stored' : 'no_reading';
      assert.equal((await up(plain)).status, before);
      if (before === 'stored') continue;
      const mapping = { decoder: null, fields: [{ field: 'water_level_percent', path: 'level' }] };
      await server.request('PUT', '/api/lorawan/mappings', {
        token: owner.token,
        json: { profile: null, mapping },
      });
      assert.equal((await up({ ...plain, deduplicationId: eui })).status, 'stored');
    }
  });

  it('want the secret of their network, which is good until it is revoked', async () => {
    const json = chirpstackUp(devEui, now());
    const statusOf = async (secret: string, path = 'chirpstack?event=up') =>
      failureOf(await postTo(server, path, secret, json));
    const refused = [401, 'unauthenticated'];
    assert.deepEqual(await statusOf(tts), refused);
    assert.deepEqual(await statusOf(owner.token), refused);
    assert.deepEqual(await statusOf(`kwl_${'x'.repeat(43)}`), refused);
    assert.deepEqual(await statusOf(chirpstack, 'tts'), refused);
    const bare = await server.request('POST', '/integrations/tts', { json });
    assert.deepEqual(failureOf(bare), refused);
    const list = await server.request('GET', '/api/lorawan/secrets', { token: owner.token });
    for (const { id } of list.body as { id: number }[]) {
      await server.request('DELETE', `/api/lorawan/secrets/${id}`, { token: owner.token });
    }
    assert.deepEqual(await statusOf(chirpstack), refused);
    assert.deepEqual(await stored(), []);
  });

  it('take compressed bodies, and refuse what is too large, too deep, too fast or none', async () => {
    const post = async (body: string | Uint8Array, headers: Record<string, string> = {}) => {
      const authorization = `Bearer ${chirpstack}`;
      return await fetch(`${server.url}/integrations/chirpstack?event=up`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization, ...headers },
        body,
      });
    };
    const gzip = { 'content-encoding': 'gzip' };
    const sent = JSON.stringify(chirpstackUp(devEui, now()));
    assert.equal((await post(gzipSync(sent), gzip)).status, 200);
    assert.equal((await post(gzipSync(Buffer.alloc(10_000_000, ' ')), gzip)).status, 413);
    assert.equal((await post(`${'['.repeat(40)}${']'.repeat(40)}`)).status, 400);
    assert.equal((await post('{')).status, 400);
    assert.equal((await post('x', { 'content-type': 'application/octet-stream' })).status, 415);
    for (const json of [{}, [], { deviceInfo: { devEui: 'AA:BB:CC:DD:EE:FF' } }]) {
      const answer = await postTo(server, 'chirpstack?event=up', chirpstack, json);
      assert.deepEqual(wrongFields(answer), ['deviceInfo.devEui']);
    }
    const nameless = await postTo(server, 'tts', tts, { uplink_message: {} });
    assert.deepEqual(wrongFields(nameless), ['end_device_ids.dev_eui']);
    // Forty readings a frame, as a sensor sends that was out of reach.
    const kept = (at: number) => {
      const frame = Buffer.from('20CE000000006400', 'hex');
      frame.writeUInt32LE(Math.round(now() / secondMs) - at, 2);
      return frame;
    };
    const many = Array.from({ length: 40 }, (_, at) => {
      const frames = Array.from({ length: 40 }, (_, index) => kept(at * 40 + index));
      const data = Buffer.concat(frames).toString('base64');
      return chirpstackUp(devEui, now() - at, { data });
    });
    const answers = await Promise.all(
      many.map((json) => postTo(server, 'chirpstack?event=up', chirpstack, json)),
    );
    assert.ok(answers.some(({ status }) => status === 429));
  });
});
