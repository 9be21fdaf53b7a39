import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { type DeviceAnswer, registerDevice } from '../../../test/helpers/water/devices.ts';
import type { Database } from '../../db/database.ts';
import { minuteMs } from '../../kit/time/units.ts';

type Fix = { latitude: number; longitude: number; recorded_at: number };

const path = '/api/devices.php';
const missing = [404, 'not_found'];

describeOnBothEngines('location and key of a device', (engine) => {
  const server = useTestServer({ engine });

  const newToken = async () => (await registerUser(server)).token;
  const get = (action: string, token: string | undefined, query = '') =>
    server.request('GET', `${path}?action=${action}${query}`, { token });
  const send = (method: string, action: string, token: string | undefined, json: unknown) =>
    server.request(method, `${path}?action=${action}`, { token, json });
  const heardOf = (id: string, last_seen_at: number) =>
    server.db.write
      .updateTable('device_status')
      .set({ last_seen_at })
      .where('device_id', '=', Number(id))
      .execute();

  describe('location', () => {
    it('answers the last place and the history, newest first', async () => {
      const token = await newToken();
      const { id } = await registerDevice(server, token);
      const empty = await get('location', token, `&id=${id}`);
      assert.deepEqual(
        [empty.status, empty.body],
        [200, { device_id: id, online: false, location: null, history: [] }],
      );
      const { now } = server.clock;
      const fixes = Array.from({ length: 12 }, (_, index) => ({
        latitude: -1.3 - index,
        longitude: 36.8,
        recorded_at: now - index * minuteMs,
      }));
      await storeFixes(server.db, Number(id), fixes);
      const source = 'device';
      const history = fixes.slice(0, 10).map(({ recorded_at, ...place }) => ({
        ...place,
        recorded_at: new Date(recorded_at).toISOString(),
      }));
      assert.deepEqual((await get('location', token, `&id=${id}`)).body, {
        device_id: id,
        online: true,
        location: { ...history[0], source },
        history,
      });
      const [listed] = (await get('list', token)).body as DeviceAnswer[];
      assert.deepEqual(listed?.location, { ...history[0], source });
    });

    it('is online for less than a quarter of an hour after it was heard', async () => {
      const token = await newToken();
      const { id } = await registerDevice(server, token);
      const heardAt = server.clock.now;
      await heardOf(id, heardAt);
      const isOnline = async () => {
        const { body } = await get('location', token, `&id=${id}`);
        const [listed] = (await get('list', token)).body as DeviceAnswer[];
        assert.equal(listed?.last_seen_at, new Date(heardAt).toISOString());
        assert.equal(listed?.online, (body as { online: boolean }).online);
        return listed?.online;
      };
      server.clock.advance(15 * minuteMs - 1);
      assert.equal(await isOnline(), true);
      server.clock.advance(1);
      assert.equal(await isOnline(), false);
    });

    it("answers 404 for another user's; needs an id and a token", async () => {
      const token = await newToken();
      const { id } = await registerDevice(server, await newToken());
      assert.deepEqual(failureOf(await get('location', token, `&id=${id}`)), missing);
      assert.deepEqual(wrongFields(await get('location', token)), ['id']);
      assert.equal((await get('location', undefined, `&id=${id}`)).status, 401);
    });
  });

  describe('update-location', () => {
    const roof = { latitude: -1.2921, longitude: 36.8219 };
    const nowhere = { latitude: null, longitude: null };
    const say = (token: string | undefined, json: unknown) =>
      send('PUT', 'update-location', token, json);
    const locationOf = async (token: string, id: string) => {
      const [listed] = (await get('list', token)).body as DeviceAnswer[];
      const { body } = await get('location', token, `&id=${id}`);
      assert.deepEqual((body as DeviceAnswer).location, listed?.location);
      return listed?.location;
    };

    it('holds whatever the device says, until it is taken away', async () => {
      const token = await newToken();
      const device = await registerDevice(server, token);
      const { id } = device;
      const saidAt = new Date(server.clock.now).toISOString();
      const location = { ...roof, recorded_at: saidAt, source: 'person' };
      const placed = await say(token, { device_id: id, ...roof });
      assert.deepEqual([placed.status, placed.body], [200, { ...device, location }]);

      server.clock.advance(minuteMs);
      const form = { mac_address: device.mac_or_serial, water_level_percent: 50 };
      const elsewhere = { latitude: 0.5, longitude: 35.3 };
      await server.request('POST', '/iot_push.php', { form: { ...form, ...elsewhere } });
      assert.deepEqual(await locationOf(token, id), location);
      const { body } = await get('location', token, `&id=${id}`);
      const { history } = body as { history: Fix[] };
      assert.deepEqual(
        history.map(({ latitude }) => latitude),
        [elsewhere.latitude],
      );

      assert.equal((await say(token, { device_id: id, ...nowhere })).status, 200);
      const now = new Date(server.clock.now).toISOString();
      assert.deepEqual(await locationOf(token, id), {
        ...elsewhere,
        recorded_at: now,
        source: 'device',
      });
    });

    it('stands in the log of the device', async () => {
      const token = await newToken();
      const { id } = await registerDevice(server, token);
      await say(token, { device_id: id, ...roof });
      await say(token, { device_id: id, ...nowhere });
      const { body } = await get('log', token, `&device_id=${id}`);
      const entries = body as { action: string; facts: object }[];
      assert.deepEqual(
        entries.slice(0, 2).map(({ action, facts }) => [action, facts]),
        [
          ['placed', nowhere],
          ['placed', roof],
        ],
      );
    });

    it('names every wrong field, also where one of the two is missing', async () => {
      const token = await newToken();
      const { id: device_id } = await registerDevice(server, token);
      const wrong: [object, string[]][] = [
        [{ latitude: -91, longitude: 181 }, ['latitude', 'longitude']],
        [{ latitude: 'north', longitude: 36 }, ['latitude']],
        [{ latitude: -1 }, ['longitude']],
        [{ latitude: -1, longitude: null }, ['longitude']],
        [{ latitude: null, longitude: 36 }, ['latitude']],
      ];
      for (const [place, fields] of wrong) {
        assert.deepEqual(wrongFields(await say(token, { device_id, ...place })), fields);
      }
    });

    it("answers 404 for another user's; needs a token", async () => {
      const { id: device_id } = await registerDevice(server, await newToken());
      const answer = await say(await newToken(), { device_id, ...roof });
      assert.deepEqual(failureOf(answer), missing);
      assert.equal((await say(undefined, { device_id, ...roof })).status, 401);
    });
  });

  describe('api-key', () => {
    const ask = (token: string | undefined, json: unknown) => send('POST', 'api-key', token, json);
    const keyOf = async (token: string, json: unknown) => {
      const { status, body, text } = await ask(token, json);
      assert.equal(status, 200, text);
      return (body as { api_key: string }).api_key;
    };

    it('is the same every time until it is rotated, and differs between devices', async () => {
      const token = await newToken();
      const { id: device_id } = await registerDevice(server, token);
      const other = await registerDevice(server, token);
      const { body } = await ask(token, { device_id });
      const { api_key: first } = body as { api_key: string };
      assert.deepEqual(body, { device_id, api_key: first });
      assert.match(first, /^kd_[\w-]{32}$/);
      assert.equal(await keyOf(token, { device_id, rotate: false, required: null }), first);
      const rotated = await keyOf(token, { device_id, rotate: true });
      assert.notEqual(rotated, first);
      assert.equal(await keyOf(token, { device_id, rotate: null }), rotated);
      assert.notEqual(await keyOf(token, { device_id: other.id }), rotated);
      assert.ok(!server.logged().includes(first));
    });

    it('can be made required and optional again without changing', async () => {
      const token = await newToken();
      const { id: device_id } = await registerDevice(server, token);
      const key = await keyOf(token, { device_id });
      const isRequired = async () => {
        const { key_required } = await server.db.read
          .selectFrom('devices')
          .select('key_required')
          .where('id', '=', Number(device_id))
          .executeTakeFirstOrThrow();
        return key_required;
      };
      assert.equal(await isRequired(), 0);
      assert.equal(await keyOf(token, { device_id, required: true }), key);
      assert.equal(await isRequired(), 1);
      assert.notEqual(await keyOf(token, { device_id, rotate: true }), key);
      assert.equal(await isRequired(), 1);
      await keyOf(token, { device_id, required: false });
      assert.equal(await isRequired(), 0);
    });

    it("answers 404 for another user's; names every wrong field; needs a token", async () => {
      const token = await newToken();
      const { id: device_id } = await registerDevice(server, await newToken());
      assert.deepEqual(failureOf(await ask(token, { device_id })), missing);
      const wrong = await ask(token, { device_id: 7, rotate: 'yes', required: 1 });
      assert.deepEqual(wrongFields(wrong), ['device_id', 'required', 'rotate']);
      assert.deepEqual(wrongFields(await ask(token, {})), ['device_id']);
      assert.equal((await ask(undefined, { device_id })).status, 401);
    });
  });
});

/** Readings with these positions, newest first, by two sensors in turn; between them some without. */
async function storeFixes(db: Database, device_id: number, path: Fix[]): Promise<void> {
  const [newest] = path;
  assert.ok(newest);
  const { recorded_at, ...place } = newest;
  await db.write
    .updateTable('device_status')
    .set({ last_seen_at: recorded_at, located_at: recorded_at, ...place })
    .where('device_id', '=', device_id)
    .execute();
  const sensors = [1, 2].map((no) => ({
    device_id,
    sensor_no: no,
    name: `s${no}`,
    watch: '',
  }));
  await db.write.insertInto('sensors').values(sensors).execute();
  const plain = { device_id, level: 50, status: 0, source: 0 };
  const readings = path.flatMap((fix, index) => {
    const reading = { ...plain, sensor_no: 1 + (index % 2) };
    return [
      { ...reading, ...fix },
      { ...reading, latitude: null, longitude: null, recorded_at: fix.recorded_at - 1 },
    ];
  });
  await db.write.insertInto('readings').values(readings).execute();
}
