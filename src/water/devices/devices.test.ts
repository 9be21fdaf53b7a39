import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts.ts';
import { failureOf, nextPage, wrongFields } from '../../../test/helpers/answers.ts';
import { type DeviceAnswer, randomMac, registerDevice } from '../../../test/helpers/devices.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../test/helpers/test-server.ts';
import type { Database } from '../../db/database.ts';

type Fix = { latitude: number; longitude: number; recorded_at: number };

const path = '/api/devices.php';
const minuteMs = 60_000;
const missing = [404, 'not_found'];

describeOnBothEngines('devices', (engine) => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ engine });
  });
  after(() => server.stop());

  const newToken = async () => (await registerUser(server)).token;
  const get = (action: string, token: string | undefined, query = '') =>
    server.request('GET', `${path}?action=${action}${query}`, { token });
  const send = (method: string, action: string, token: string | undefined, json: unknown) =>
    server.request(method, `${path}?action=${action}`, { token, json });
  const register = (token: string, mac_or_serial: string) =>
    send('POST', 'register', token, { mac_or_serial });
  const heardOf = (id: string, last_seen_at: number) =>
    server.db.write
      .updateTable('device_status')
      .set({ last_seen_at })
      .where('device_id', '=', Number(id))
      .execute();

  describe('list', () => {
    it("answers the caller's devices in the order of registration, and nobody else's", async () => {
      const token = await newToken();
      const devices = [await registerDevice(server, token), await registerDevice(server, token)];
      await registerDevice(server, await newToken());
      const { status, body, headers } = await get('list', token);
      assert.deepEqual([status, body], [200, devices]);
      assert.equal(headers.get('link'), null);
    });

    it('is empty at first', async () => {
      assert.deepEqual((await get('list', await newToken())).body, []);
    });

    it('pages a long list by its Link header', async () => {
      const token = await newToken();
      const ids: string[] = [];
      for (let count = 0; count < 5; count++) ids.push((await registerDevice(server, token)).id);
      const pages: string[][] = [];
      let next: string | undefined = `${path}?action=list&limit=2`;
      while (next) {
        const answer = await server.request('GET', next, { token });
        pages.push((answer.body as DeviceAnswer[]).map(({ id }) => id));
        next = nextPage(answer);
      }
      assert.deepEqual(pages, [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    });

    it('takes a limit of 1 to 500 and a cursor from 0', async () => {
      const token = await newToken();
      for (const query of ['&limit=1', '&limit=500', '&after=0']) {
        assert.equal((await get('list', token, query)).status, 200);
      }
      assert.deepEqual(wrongFields(await get('list', token, '&limit=0&after=-1')), [
        'after',
        'limit',
      ]);
      assert.deepEqual(wrongFields(await get('list', token, '&limit=501')), ['limit']);
      assert.deepEqual(wrongFields(await get('list', token, '&limit=ten')), ['limit']);
      assert.deepEqual(wrongFields(await get('list', token, '&limit=')), ['limit']);
    });

    it('needs a token', async () => {
      assert.equal((await get('list', undefined)).status, 401);
    });
  });

  describe('register', () => {
    it('answers 201 with the whole device', async () => {
      const mac = randomMac();
      const { status, body } = await register(
        await newToken(),
        mac.toLowerCase().replaceAll(':', '-'),
      );
      assert.equal(status, 201);
      const { id, ...device } = body as DeviceAnswer;
      assert.match(id, /^\d+$/);
      assert.deepEqual(device, {
        mac_or_serial: mac,
        device_name: null,
        is_primary: true,
        online: false,
        last_seen_at: null,
        location: null,
        created_at: new Date(server.clock.now).toISOString(),
      });
    });

    it("answers 200 with the device for one's own again, in whatever form", async () => {
      const token = await newToken();
      const device = await registerDevice(server, token);
      for (const form of [
        device.mac_or_serial,
        device.mac_or_serial.toLowerCase(),
        device.mac_or_serial.replaceAll(':', ''),
        ` ${device.mac_or_serial.replaceAll(':', '-')} `,
      ]) {
        const { status, body } = await register(token, form);
        assert.deepEqual([status, body], [200, device]);
      }
      assert.deepEqual((await get('check', token)).body, { has_device: true, count: 1 });
    });

    it('compares a serial without case and answers it as it was written', async () => {
      const [token, stranger] = [await newToken(), await newToken()];
      const serial = `Tank ${randomMac()}x`;
      assert.equal((await registerDevice(server, token, serial)).mac_or_serial, serial);
      assert.deepEqual(failureOf(await register(stranger, serial.toUpperCase())), [
        409,
        'device_taken',
      ]);
    });

    it("answers 409 for another user's and tells nothing of it", async () => {
      const { mac_or_serial } = await registerDevice(server, await newToken());
      const { status, body } = await register(await newToken(), mac_or_serial);
      assert.equal(status, 409);
      assert.deepEqual(body, {
        success: false,
        error: 'This device is registered to another user.',
        code: 'device_taken',
      });
    });

    it('gives a device that two users register at once to exactly one', async () => {
      const [one, other] = [await newToken(), await newToken()];
      for (let round = 0; round < 5; round++) {
        const mac = randomMac();
        const tries = [one, other, one, other, one, other].map((token) => register(token, mac));
        const answers = await Promise.all(tries);
        const statuses = answers.map(({ status }) => status).sort();
        assert.deepEqual(statuses, [200, 200, 201, 409, 409, 409]);
        const ids = answers.flatMap(({ body }) => (body as { id?: string }).id ?? []);
        assert.equal(new Set(ids).size, 1);
      }
    });

    it('refuses what is no MAC or serial', async () => {
      const token = await newToken();
      const wrong = [
        undefined,
        null,
        '',
        '   ',
        7,
        'a\u0000b',
        'line\nbreak',
        'x'.repeat(65),
        ['x'],
      ];
      for (const mac_or_serial of wrong) {
        const answer = await send('POST', 'register', token, { mac_or_serial });
        assert.deepEqual(wrongFields(answer), ['mac_or_serial']);
      }
      assert.equal((await register(token, 's'.repeat(64 - 17) + randomMac())).status, 201);
    });

    it('needs a token', async () => {
      assert.equal((await send('POST', 'register', undefined, {})).status, 401);
    });
  });

  describe('check', () => {
    it('counts', async () => {
      const token = await newToken();
      assert.deepEqual((await get('check', token)).body, { has_device: false, count: 0 });
      await registerDevice(server, token);
      await registerDevice(server, token);
      const { status, body } = await get('check', token);
      assert.deepEqual([status, body], [200, { has_device: true, count: 2 }]);
    });

    it('needs a token', async () => {
      assert.equal((await get('check', undefined)).status, 401);
    });
  });

  describe('primary', () => {
    it('is the first registered device that is still there', async () => {
      const token = await newToken();
      assert.deepEqual(failureOf(await get('primary', token)), missing);
      const first = await registerDevice(server, token);
      const second = await registerDevice(server, token);
      assert.deepEqual([first.is_primary, second.is_primary], [true, false]);
      assert.deepEqual((await get('primary', token)).body, first);
      await server.request('DELETE', `${path}?action=remove&id=${first.id}`, { token });
      const { status, body } = await get('primary', token);
      assert.deepEqual([status, body], [200, { ...second, is_primary: true }]);
    });

    it('needs a token', async () => {
      assert.equal((await get('primary', undefined)).status, 401);
    });
  });

  describe('exists', () => {
    it('says whether a device is registered, and whether to the caller', async () => {
      const [token, stranger] = [await newToken(), await newToken()];
      const { mac_or_serial: mac } = await registerDevice(server, token);
      const ask = async (who: string, which: string) =>
        (await get('exists', who, `&mac=${which}`)).body;
      assert.deepEqual(await ask(token, mac), { exists: true, owned_by_me: true });
      assert.deepEqual(await ask(token, mac.replaceAll(':', '').toLowerCase()), {
        exists: true,
        owned_by_me: true,
      });
      assert.deepEqual(await ask(stranger, mac), { exists: true, owned_by_me: false });
      assert.deepEqual(await ask(token, randomMac()), { exists: false, owned_by_me: false });
    });

    it('needs a mac and a token', async () => {
      const token = await newToken();
      for (const query of ['', '&mac=', '&mac=%20', `&mac=${'x'.repeat(65)}`, '&mac=a&mac=b']) {
        assert.deepEqual(wrongFields(await get('exists', token, query)), ['mac']);
      }
      assert.equal((await get('exists', undefined, '&mac=x')).status, 401);
    });
  });

  describe('update-name', () => {
    const rename = (token: string | undefined, json: unknown) =>
      send('PUT', 'update-name', token, json);

    it('names a device, keeps the name when none is given, and takes it away', async () => {
      const token = await newToken();
      const device = await registerDevice(server, token);
      const mac_or_serial = device.mac_or_serial.replaceAll(':', '');
      const device_name = 'Tangi la juu 💧';
      const named = await rename(token, { mac_or_serial, device_name });
      assert.deepEqual([named.status, named.body], [200, { ...device, device_name }]);
      assert.deepEqual((await rename(token, { mac_or_serial })).body, { ...device, device_name });
      assert.deepEqual((await get('list', token)).body, [{ ...device, device_name }]);
      assert.deepEqual((await rename(token, { mac_or_serial, device_name: null })).body, device);
    });

    it("answers 404 for another user's device as for none", async () => {
      const { mac_or_serial } = await registerDevice(server, await newToken());
      const token = await newToken();
      for (const mac of [mac_or_serial, randomMac()]) {
        const answer = await rename(token, { mac_or_serial: mac, device_name: 'Mine' });
        assert.deepEqual(failureOf(answer), missing);
      }
    });

    it('names every wrong field', async () => {
      const token = await newToken();
      for (const device_name of ['', ' ', 'a\nb', 5, 'x'.repeat(101)]) {
        const answer = await rename(token, { mac_or_serial: 1, device_name });
        assert.deepEqual(wrongFields(answer), ['device_name', 'mac_or_serial']);
      }
      const { mac_or_serial } = await registerDevice(server, token);
      assert.equal(
        (await rename(token, { mac_or_serial, device_name: 'x'.repeat(100) })).status,
        200,
      );
    });

    it('needs a token', async () => {
      assert.equal((await rename(undefined, {})).status, 401);
    });
  });

  describe('remove', () => {
    const remove = (token: string | undefined, query: string) =>
      server.request('DELETE', `${path}?action=remove${query}`, { token });

    it('takes the device away everywhere at once', async () => {
      const token = await newToken();
      const { id, mac_or_serial } = await registerDevice(server, token);
      const { status, body } = await remove(token, `&id=${id}`);
      assert.deepEqual([status, body], [200, { id, removed: true }]);
      assert.deepEqual(failureOf(await remove(token, `&id=${id}`)), missing);
      assert.deepEqual(failureOf(await get('location', token, `&id=${id}`)), missing);
      assert.deepEqual(failureOf(await send('POST', 'api-key', token, { device_id: id })), missing);
      assert.deepEqual(
        failureOf(await send('PUT', 'update-name', token, { mac_or_serial })),
        missing,
      );
      assert.deepEqual((await get('list', token)).body, []);
      assert.deepEqual((await get('exists', token, `&mac=${mac_or_serial}`)).body, {
        exists: false,
        owned_by_me: false,
      });
    });

    it('answers one of two removals at once, and leaves the device free for anybody', async () => {
      const [token, stranger] = [await newToken(), await newToken()];
      const device = await registerDevice(server, token);
      const answers = await Promise.all([1, 2].map(() => remove(token, `&id=${device.id}`)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404]);
      const again = await registerDevice(server, stranger, device.mac_or_serial);
      assert.notEqual(again.id, device.id);
    });

    it("answers 404 for another user's, and for ids that are no ids", async () => {
      const { id } = await registerDevice(server, await newToken());
      const token = await newToken();
      for (const each of [id, '999999999', 'abc', '0', '-1', '1e3', '9'.repeat(30)]) {
        assert.deepEqual(failureOf(await remove(token, `&id=${each}`)), missing);
      }
    });

    it('needs an id and a token', async () => {
      const token = await newToken();
      assert.deepEqual(wrongFields(await remove(token, '')), ['id']);
      assert.deepEqual(wrongFields(await remove(token, '&id=')), ['id']);
      assert.equal((await remove(undefined, '&id=1')).status, 401);
    });
  });

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
      const history = fixes.slice(0, 10).map(({ recorded_at, ...place }) => ({
        ...place,
        recorded_at: new Date(recorded_at).toISOString(),
      }));
      assert.deepEqual((await get('location', token, `&id=${id}`)).body, {
        device_id: id,
        online: true,
        location: history[0],
        history,
      });
      const [listed] = (await get('list', token)).body as DeviceAnswer[];
      assert.deepEqual(listed?.location, history[0]);
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
    alert_state: '',
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
