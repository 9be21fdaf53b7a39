import assert from 'node:assert/strict';
import { it } from 'node:test';
import { constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import { useDeviceDesk } from '../../../../test/helpers/browser/device-desk.ts';
import { wrongFields } from '../../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';
import { type DeviceAnswer, registerDevice } from '../../../../test/helpers/water/devices.ts';
import { secondMs } from '../../../kit/time/units.ts';
import type { BatchAnswer } from './schemas.ts';

const path = '/iot_push_batch.php';

type Told = { level: number; recorded_at: string };
type Sent = Record<string, unknown>;

describeOnBothEngines('a batch of readings, in each of its forms,', (engine) => {
  const desk = useDeviceDesk(engine, { BATCH_BURST_PER_DEVICE: '1500' });

  const post = (json: unknown) => desk.server.request('POST', path, { json });
  const send = async (readings: unknown, more: Sent = {}): Promise<BatchAnswer> => {
    const { status, body, text } = await post({
      mac_address: desk.device.mac_or_serial,
      readings,
      ...more,
    });
    assert.equal(status, 200, text);
    return body as BatchAnswer;
  };
  const statuses = ({ results }: BatchAnswer) => results.map(({ status }) => status);
  const counts = ({ stored, repeated, refused }: BatchAnswer) => [stored, repeated, refused];

  /** The stored levels of a device, oldest first, with their age in seconds. */
  const storedOf = async (device: DeviceAnswer, call = desk.call) => {
    const action = `history&device_id=${device.id}&hours=168`;
    const { status, body, text } = await call('GET', `/api/sensors.php?action=${action}`);
    assert.equal(status, 200, text);
    return (body as Told[])
      .map(({ level, recorded_at }) => [
        level,
        Math.round((desk.server.clock.now - Date.parse(recorded_at)) / secondMs),
      ])
      .sort((a, b) => (b[1] ?? 0) - (a[1] ?? 0));
  };

  it('comes as CSV, with the fields in its first line and its device in the query', async () => {
    await desk.newDevice();
    const file = 'age_s,water_level_percent,battery_percent\r\n600,60,80\r\n300,,80\r\n0, 62 ,\r\n';
    const csv = async (body: string | Buffer, headers = {}, query = '') => {
      const url = `${desk.server.url}${path}?mac_address=${desk.device.mac_or_serial}${query}`;
      const options = { method: 'POST', headers: { 'content-type': 'text/csv', ...headers }, body };
      const answer = await fetch(url, options);
      return { status: answer.status, body: (await answer.json()) as BatchAnswer };
    };
    const { status, body } = await csv(file);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(counts(body), [2, 0, 1]);
    assert.deepEqual(
      body.results.map(({ index, status: one }) => [index, one]),
      [[1, 'refused']],
    );
    const all = await csv(gzipSync(file), { 'content-encoding': 'gzip' }, '&results=all');
    assert.deepEqual(statuses(all.body), ['repeated', 'refused', 'repeated']);
    assert.deepEqual(
      [(await csv('a,b\n1,2\n')).status, (await csv('')).status, (await csv('age_s\n')).status],
      [400, 400, 400],
    );
  });

  it('comes compressed, and is bounded by what it is then', async () => {
    await desk.newDevice();
    const mac_address = desk.device.mac_or_serial;
    const json = JSON.stringify({ mac_address, readings: [{ water_level_percent: 44 }] });
    const packed = async (body: Buffer, encoding: string) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
      return (await fetch(`${desk.server.url}${path}`, { method: 'POST', headers, body })).status;
    };
    assert.equal(await packed(deflateSync(json), 'deflate'), 200);
    assert.equal(await packed(gzipSync(json), 'GZIP'), 200);
    assert.equal(await packed(Buffer.from(json), 'identity'), 200);
    assert.equal(await packed(Buffer.from(json), 'gzip'), 400);
    assert.equal(await packed(gzipSync(json).subarray(0, -9), 'gzip'), 400);
    assert.equal(await packed(Buffer.from(json), 'br'), 415);
    const bomb = gzipSync(Buffer.alloc(64_000_000, ' '));
    assert.equal(await packed(bomb, 'gzip'), 413);
  });

  it('comes as a raw stream that is called deflate, in however many pieces', async () => {
    await desk.newDevice();
    const mac_address = desk.device.mac_or_serial;
    const json = JSON.stringify({ mac_address, readings: [{ water_level_percent: 44, age_s: 9 }] });
    const packed = async (body: Buffer, encoding: string, size = body.length) => {
      const pieces = ReadableStream.from(
        Array.from({ length: Math.ceil(body.length / size) }, (_, at) =>
          body.subarray(at * size, (at + 1) * size),
        ),
      );
      const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
      const init = { method: 'POST', headers, body: pieces, duplex: 'half' } as RequestInit;
      return (await fetch(`${desk.server.url}${path}`, init)).status;
    };
    for (const level of [0, 1, 9] as const) {
      for (const strategy of [constants.Z_DEFAULT_STRATEGY, constants.Z_FIXED]) {
        assert.equal(await packed(deflateRawSync(json, { level, strategy }), 'deflate'), 200);
        assert.equal(await packed(deflateSync(json, { level, strategy }), 'deflate', 1), 200);
      }
    }
    assert.equal(await packed(deflateRawSync(json), 'deflate', 1), 200);
    assert.equal(await packed(gzipSync(json), 'deflate', 3), 200);
    assert.deepEqual((await storedOf(desk.device)).length, 1);
    assert.equal(await packed(deflateRawSync(json), 'gzip'), 400);
    assert.equal(await packed(deflateRawSync(json).subarray(0, -4), 'deflate'), 400);
    assert.equal(await packed(Buffer.alloc(0), 'deflate'), 400);
  });

  it('is read as what it is where its type is another', async () => {
    const form = 'application/x-www-form-urlencoded';
    const body = (mac: string) =>
      JSON.stringify({ mac_address: mac, readings: [{ water_level_percent: 71 }] });
    for (const [type, of] of [
      [form, () => 'water_level_percent\n71\n'],
      [form, () => '\uFEFFage_s;water_level_percent\r\n0;71\r\n'],
      [form, () => 'age_s,water_level_percent,recorded_at\r0,71,\r'],
      [form, body],
      ['text/csv', body],
      ['text/csv', (mac: string) => `\uFEFF \r\n${body(mac)}\0`],
    ] as const) {
      const { mac_or_serial: mac } = await desk.newDevice();
      const answer = await fetch(
        `${desk.server.url}${path}?mac_address=${encodeURIComponent(mac)}`,
        { method: 'POST', headers: { 'content-type': type }, body: of(mac) },
      );
      assert.equal(answer.status, 200, `${type}: ${of(mac)} ${await answer.text()}`);
      assert.deepEqual(await storedOf(desk.device), [[71, 0]]);
    }
  });

  it('has texts for numbers, and empty fields, also beside its readings', async () => {
    await desk.newDevice();
    const readings = [{ water_level_percent: '61', boot: '1', seq: '8' }];
    const head = { boot: ' 1', seq: '10', every_s: '60', results: '', api_key: '' };
    assert.deepEqual(counts(await send(readings, head)), [1, 0, 0]);
    assert.deepEqual(await storedOf(desk.device), [[61, 120]]);
    const wrongly = { ...head, every_s: 'often', seq: '1.5' };
    const answer = await post({ mac_address: desk.device.mac_or_serial, readings, ...wrongly });
    assert.deepEqual(wrongFields(answer), ['every_s', 'seq']);
    assert.equal((await post({ mac_address: 4711, readings })).status, 404);
  });

  it('refuses a reading with a wrong key, also one that names no device', async () => {
    await desk.newDevice();
    const [wrong, right] = await Promise.all([
      send([{ water_level_percent: 50, api_key: 'kd_wrong' }, { water_level_percent: 51 }]),
      send([{ water_level_percent: 52, api_key: '' }]),
    ]);
    assert.deepEqual(statuses(wrong), ['refused', 'stored']);
    assert.match(wrong.results[0]?.error ?? '', /key/);
    assert.deepEqual(statuses(right), ['stored']);
  });

  it('of a gateway goes to the devices that it names', async () => {
    await desk.newDevice();
    const gateway = desk.device;
    const keyOf = async (device: DeviceAnswer, json: Sent, token?: string) => {
      const of = { device_id: device.id, ...json };
      const call = '/api/devices.php?action=api-key';
      const { status, body, text } = token
        ? await desk.server.request('POST', call, { token, json: of })
        : await desk.call('POST', call, of);
      assert.equal(status, 200, text);
      return (body as { api_key: string }).api_key;
    };
    const api_key = await keyOf(gateway, {});
    const guarded = await desk.newDevice();
    await keyOf(guarded, { required: true });
    const open = await desk.newDevice();
    const stranger = await registerUser(desk.server);
    const other = await registerDevice(desk.server, stranger.token);
    await keyOf(other, { required: true }, stranger.token);
    desk.device = gateway;
    const readings = [guarded, open, other, { mac_or_serial: 'FE:FE:FE:FE:FE:FE' }].map(
      ({ mac_or_serial }, index) => ({
        mac_address: mac_or_serial,
        water_level_percent: 10 + index,
      }),
    );
    assert.deepEqual(statuses(await send(readings)), ['refused', 'stored', 'refused', 'refused']);
    const proven = await send(readings, { api_key });
    assert.deepEqual(statuses(proven), ['stored', 'repeated', 'refused', 'refused']);
    assert.deepEqual(await storedOf(guarded), [[10, 0]]);
    const without = await post({ readings: readings.slice(1, 2) });
    assert.deepEqual(statuses(without.body as BatchAnswer), ['repeated']);
    assert.deepEqual(
      wrongFields(await post({ readings: [...readings, { water_level_percent: 1 }] })),
      ['mac_address'],
    );
  });
});
