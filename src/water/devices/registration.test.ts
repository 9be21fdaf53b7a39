import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import {
  type DeviceAnswer,
  randomMac,
  registerDevice,
} from '../../../test/helpers/water/devices.ts';

const path = '/api/devices.php';
const missing = [404, 'not_found'];

describeOnBothEngines('registration of devices', (engine) => {
  const server = useTestServer({ engine });

  const newToken = async () => (await registerUser(server)).token;
  const get = (action: string, token: string | undefined, query = '') =>
    server.request('GET', `${path}?action=${action}${query}`, { token });
  const send = (method: string, action: string, token: string | undefined, json: unknown) =>
    server.request(method, `${path}?action=${action}`, { token, json });
  const register = (token: string, mac_or_serial: string) =>
    send('POST', 'register', token, { mac_or_serial });

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
        silent_after_minutes: null,
        location: null,
        created_at: new Date(server.clock.now).toISOString(),
        role: 'owner',
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
      const serial = `Tank_${randomMac().replaceAll(':', '.')}x`;
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
        'zz!',
        'abc',
        'Tank 7',
        'AA:BB:CC:DD:EE:F',
        'AA:BB:CC:DD:EE',
        'Tank 7: roof',
        ['x'],
      ];
      for (const mac_or_serial of wrong) {
        const answer = await send('POST', 'register', token, { mac_or_serial });
        assert.deepEqual(wrongFields(answer), ['mac_or_serial']);
      }
      assert.equal(
        (await register(token, 's'.repeat(64 - 17) + randomMac().replaceAll(':', '-'))).status,
        201,
      );
    });

    it('refuses part of a MAC, and says so', async () => {
      const token = await newToken();
      const wrong = [
        'AA:BB:CC:DD:EE:F',
        'AA:BB:CC:DD:EE:ZZ',
        'TK:01',
        'AA-BB-CC-DD-EE-F',
        'AA-BB-CC-DD-EE',
        '01-02-03-04-05-06-07',
        'AA.BB.CC.DD.EE.FF',
      ];
      for (const mac_or_serial of wrong) {
        const { body } = await send('POST', 'register', token, { mac_or_serial });
        const { errors } = body as { errors: { field: string; message: string }[] };
        assert.deepEqual(
          errors.map(({ field, message }) => [field, message.slice(0, 25)]),
          [['mac_or_serial', 'must be a whole MAC addre']],
          mac_or_serial,
        );
        assert.match(errors[0]?.message ?? '', /is no serial$/, mac_or_serial);
      }
    });

    it('takes as a serial what is no hexadecimal digits in pairs', async () => {
      const token = await newToken();
      const run = randomMac().slice(-5).replace(':', '');
      const right = [
        `TK-01-02-03-${run.slice(0, 2)}-${run.slice(2)}`,
        `2026.0101.${run}Z`,
        `200.300.${parseInt(run, 16)}`,
        `20-26-0101-${run}`,
        'AA-BB-CC-DD-EE-FZ',
        'AABB.CCDD.EEF',
        '1-2-3-4-5-6',
      ];
      for (const mac_or_serial of right) {
        const { status, body } = await register(token, mac_or_serial);
        assert.deepEqual(
          [status, (body as { mac_or_serial: string }).mac_or_serial],
          [201, mac_or_serial],
        );
      }
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
});
