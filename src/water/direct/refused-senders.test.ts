import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../test/helpers/server/test-timers.ts';
import { useMqttDesk } from '../../../test/helpers/water/mqtt-desk.ts';
import { SigningBoard } from '../../../test/helpers/water/signing-board.ts';
import { secondMs } from '../../kit/time/units.ts';

/** A reading that is refused for its level. */
const impossible = { water_level_percent: 143.4 };
/** What boards that read their key from a file leave behind it. */
const edges = '\r\n';

type Tank = {
  last_seen_at: string | null;
  refused: { count: number; field: string } | null;
  key: { refused: { reason: string } | null };
};

describeOnBothEngines('a refused reading counts for its board', (engine) => {
  const timers = createTestTimers();
  const { desk, connect, topic } = useMqttDesk(engine, {}, undefined, timers);

  const keyWith = async (fields: object = {}): Promise<string> => {
    const json = { device_id: desk.device.id, ...fields };
    const { body } = await desk.call('POST', '/api/devices.php?action=api-key', json);
    return (body as { api_key: string }).api_key;
  };
  const post = async (type: string, body: string, path = '/iot_push.php') => {
    const headers = { 'content-type': type };
    const answer = await fetch(`${desk.server.url}${path}`, { method: 'POST', headers, body });
    assert.equal(answer.status, 400, await answer.text());
  };
  const postForm = (fields: Record<string, string>) =>
    post('application/x-www-form-urlencoded', `${new URLSearchParams(fields)}`);
  const postJson = (fields: object, path?: string) =>
    post('application/json', JSON.stringify(fields), path);
  const publish = async (fields: object) => {
    const client = await connect();
    await client.subscribe(topic('errors'));
    await client.publish(topic('readings'), fields);
    assert.equal(JSON.parse((await client.next(topic('errors'))).payload).status, 400);
  };
  const level = String(impossible.water_level_percent);
  const batches = '/iot_push_batch.php';

  const ways: Record<string, (mac: string, key: string) => Promise<void>> = {
    'in a form, with blanks around its key': (mac, key) =>
      postForm({ mac_address: mac, api_key: `${key}${edges}`, water_level_percent: level }),
    'in a form, with blanks around its serial': (mac, key) =>
      postForm({ mac_address: `\0${mac} `, api_key: key, water_level_percent: level }),
    'in a form, with a key of blanks, which is none': (mac) =>
      postForm({ mac_address: mac, api_key: edges, water_level_percent: level }),
    'in JSON, with blanks around its key': (mac, key) =>
      postJson({ mac_address: mac, api_key: ` ${key}${edges}`, ...impossible }),
    'in JSON, with its serial as a number': (mac, key) =>
      postJson({ mac_address: Number(mac), api_key: key, ...impossible }),
    'in a batch as a whole, with blanks around its key': (mac, key) =>
      postJson({ mac_address: mac, api_key: `${key}${edges}`, readings: [] }, batches),
    'in a batch as a whole, with its serial as a number': (mac, key) =>
      postJson({ mac_address: Number(mac), api_key: key, readings: 'none' }, batches),
    'over MQTT, with blanks around the key in its message': (_mac, key) =>
      publish({ api_key: `${key}${edges}`, ...impossible }),
    'over MQTT in a batch, with blanks around the key in its message': (_mac, key) =>
      publish({ api_key: `${key}${edges}`, readings: [] }),
  };
  for (const [way, send] of Object.entries(ways)) {
    it(`that comes ${way}`, async () => {
      const { mac_or_serial } = await desk.newDevice(newSerial());
      await send(mac_or_serial, await keyWith());
      await assertCounted();
    });
  }

  it('that comes signed, with its serial as a number', async () => {
    const { mac_or_serial } = await desk.newDevice(newSerial());
    const board = new SigningBoard(mac_or_serial, await keyWith({ only_signed: true }));
    const body = JSON.stringify({ mac_address: Number(mac_or_serial), ...impossible });
    const signed = board.sign('POST', '/iot_push.php', { body, type: 'application/json' });
    assert.equal((await board.send(desk.server, signed)).status, 400);
    await assertCounted();
  });

  it('that is one of a batch of a gateway, with its serial as a number and blanks around its key', async () => {
    const { mac_or_serial } = await desk.newDevice(newSerial());
    const own = { mac_address: Number(mac_or_serial), api_key: `${await keyWith()}\0` };
    const json = { readings: [{ ...own, ...impossible }] };
    const { body } = await desk.server.request('POST', batches, { json });
    assert.equal((body as { refused: number }).refused, 1);
    await assertCounted();
  });

  it('not where its key is a wrong one', async () => {
    const { mac_or_serial } = await desk.newDevice(newSerial());
    await postForm({ mac_address: mac_or_serial, api_key: 'guess', water_level_percent: level });
    const tank = await tankOnce(({ key }) => key.refused !== null);
    assert.deepEqual(
      [tank.refused, tank.last_seen_at, tank.key.refused?.reason],
      [null, null, 'wrong_key'],
    );
  });

  let serials = 10_000_000;
  const newSerial = () => {
    serials += 1;
    return String(serials);
  };

  const assertCounted = async () => {
    const { refused, key, last_seen_at } = await tankOnce((tank) => tank.refused !== null);
    assert.deepEqual([refused?.count, key.refused], [1, null]);
    assert.equal(last_seen_at, new Date(desk.server.clock.now).toISOString());
  };

  /** Once counts were written; the answers to what is asked meanwhile give them their time. */
  const tankOnce = async (isThere: (tank: Tank) => boolean) => {
    timers.advance(10 * secondMs);
    for (let tries = 0; tries < 200; tries++) {
      const { body } = await desk.call('GET', `/api/tanks?device_id=${desk.device.id}`);
      const [tank] = body as Tank[];
      if (tank && isThere(tank)) return tank;
    }
    return assert.fail('nothing is known of it');
  };
});
