import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { failureOf, nextPage, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import {
  type DeviceAnswer,
  randomMac,
  registerDevice,
} from '../../../test/helpers/water/devices.ts';

const path = '/api/devices.php';
const missing = [404, 'not_found'];

describeOnBothEngines('devices', (engine) => {
  const server = useTestServer({ engine });

  const newToken = async () => (await registerUser(server)).token;
  const get = (action: string, token: string | undefined, query = '') =>
    server.request('GET', `${path}?action=${action}${query}`, { token });
  const send = (method: string, action: string, token: string | undefined, json: unknown) =>
    server.request(method, `${path}?action=${action}`, { token, json });

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
});
