import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { RegisteredUser } from '../../../test/helpers/accounts/accounts.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import {
  type DeviceAnswer,
  randomMac,
  registerDevice,
} from '../../../test/helpers/water/devices.ts';
import { randomDevEui } from '../../../test/helpers/water/lorawan.ts';
import { type Share, useSharingDesk } from '../../../test/helpers/water/sharing-desk.ts';

describeOnBothEngines('devices that are handed over', (engine) => {
  const { server, newPerson, call, accept, devicesOf, join, newOwner } = useSharingDesk(engine);

  it('hands a device over with its history, a new key, and nobody else', async () => {
    const { owner, device } = await newOwner();
    const viewer = await join(owner, device);
    const heir = await newPerson();
    const keyOf = async ({ token }: RegisteredUser) =>
      (await call(token, 'POST', 'api-key', { device_id: device.id })).text;
    const key = await keyOf(owner);
    const offer = { device_id: device.id, email: heir.email };
    const offered = await call(owner.token, 'POST', 'transfer', offer);
    assert.equal(offered.status, 201, offered.text);
    assert.equal((await devicesOf(owner)).length, 1);
    assert.equal((await accept(heir, (offered.body as Share).id)).status, 200);
    assert.deepEqual([await devicesOf(owner), await devicesOf(viewer)], [[], []]);
    const [taken] = await devicesOf(heir);
    assert.deepEqual([taken?.id, taken?.role, taken?.is_primary], [device.id, 'owner', true]);
    assert.notEqual(await keyOf(heir), key);
  });

  it('hands a device over by its link to whoever has only a phone', async () => {
    const { owner, device } = await newOwner();
    const heir = await newPerson();
    const transfer = (who: object) =>
      call(owner.token, 'POST', 'transfer', { device_id: device.id, ...who });
    const { status, body } = await transfer({ to: '0712 345 678' });
    const { id, phone, email, code, role } = body as Share &
      Record<'phone' | 'email' | 'code', string>;
    assert.deepEqual([status, phone, email, role], [201, '254712345678', null, 'owner']);
    assert.equal((await accept(heir, id)).status, 404);
    assert.equal((await call(heir.token, 'POST', 'accept', { id, code })).status, 200);
    assert.equal((await devicesOf(heir))[0]?.role, 'owner');
  });

  it('offers a device to no address that is none', async () => {
    const { owner, device } = await newOwner();
    for (const [who, field] of [
      [{ to: 'nobody' }, 'to'],
      [{ to: 'x'.repeat(255) }, 'to'],
      [{ email: 'nobody' }, 'email'],
      [{}, 'email'],
      [{ to: null }, 'email'],
    ] as const) {
      const answer = await call(owner.token, 'POST', 'transfer', { device_id: device.id, ...who });
      const { errors } = answer.body as { errors: { field: string }[] };
      assert.deepEqual([answer.status, errors[0]?.field], [400, field], JSON.stringify(who));
    }
  });

  it('offers a device to no address of its own owner', async () => {
    const { owner, device } = await newOwner();
    const phone = '254712000123';
    await server.db.write
      .updateTable('users')
      .set({ phone })
      .where('id', '=', Number(owner.user.id))
      .execute();
    for (const [who, field] of [
      [{ email: owner.email.toUpperCase() }, 'email'],
      [{ to: owner.email }, 'to'],
      [{ to: '0712 000 123' }, 'to'],
    ] as const) {
      const answer = await call(owner.token, 'POST', 'transfer', { device_id: device.id, ...who });
      const { errors } = answer.body as { errors: { field: string; message: string }[] };
      assert.deepEqual([answer.status, errors], [400, [{ field, message: 'is your own' }]]);
    }
    const others = await call(owner.token, 'POST', 'transfer', {
      device_id: device.id,
      to: '0712000124',
    });
    assert.equal(others.status, 201, others.text);
  });

  it('hands a device over without its history, and with its people, where that is asked for', async () => {
    const { owner, device } = await newOwner();
    const viewer = await join(owner, device);
    const heir = await newPerson();
    const wishes = { keep_history: false, keep_shares: true };
    const offer = { device_id: device.id, email: heir.email, ...wishes };
    const { body } = await call(owner.token, 'POST', 'transfer', offer);
    const accepted = await accept(heir, (body as Share).id);
    const { device_id } = accepted.body as { device_id: string };
    assert.notEqual(device_id, device.id);
    assert.deepEqual(await devicesOf(owner), []);
    for (const person of [heir, viewer]) assert.equal((await devicesOf(person))[0]?.id, device_id);
  });

  it('tells a new owner without the history nothing of what was refused before', async () => {
    const { owner, device } = await newOwner();
    const why = JSON.stringify({ field: 'level', message: 'must be at most 100', sent: '500' });
    await server.db.write
      .updateTable('devices')
      .set({ refusals: 3, refused_at: server.clock.now, refused_for: 'missing_key' })
      .set({ readings_refused: 2, readings_refused_since: server.clock.now })
      .set({ readings_refused_at: server.clock.now, readings_refused_for: why })
      .where('id', '=', Number(device.id))
      .execute();
    const heir = await newPerson();
    const offer = { device_id: device.id, email: heir.email, keep_history: false };
    const { body } = await call(owner.token, 'POST', 'transfer', offer);
    await accept(heir, (body as Share).id);
    const tanks = (await server.request('GET', '/api/tanks', heir)).body as {
      key: { refused: unknown };
      refused: unknown;
    }[];
    assert.deepEqual(
      tanks.map(({ key, refused }) => [key.refused, refused]),
      [[null, null]],
    );
  });

  for (const keep_history of [true, false]) {
    const way = keep_history ? 'with' : 'without';
    it(`frees the network server of a pump that is handed over ${way} its history`, async () => {
      const owner = await newPerson();
      const device = await registerDevice(server, owner.token, randomDevEui());
      const ask = async (method: string, path: string, json?: object) => {
        const { token } = owner;
        const answer = await server.request(method, path, { token, ...(json && { json }) });
        assert.equal(answer.status, 200, answer.text);
        return answer.body as { id: number };
      };
      const { id } = await ask('PUT', '/api/lorawan/servers', {
        network: 'chirpstack',
        url: 'https://chirpstack.example.com',
        api_key: 'of-the-owner',
      });
      await ask('PUT', '/api/lorawan/pumps', {
        device_id: device.id,
        sensor_name: 'main',
        server_id: id,
        f_port: 2,
        on: '05 00 12 {ms4}',
        off: '03 00 11',
        stops_by_itself: false,
        receipt_is_done: false,
      });
      const heir = await newPerson();
      const offer = { device_id: device.id, email: heir.email, keep_history };
      const { body } = await call(owner.token, 'POST', 'transfer', offer);
      assert.equal((await accept(heir, (body as Share).id)).status, 200);
      await ask('DELETE', `/api/lorawan/servers/${id}`);
    });
  }

  it('lets new hardware take a device over', async () => {
    const { owner, device } = await newOwner();
    const mac = randomMac();
    const push = (mac_address: string) =>
      server.request('POST', '/iot_push.php', { form: { mac_address, water_level_percent: 40 } });
    assert.equal((await push(device.mac_or_serial)).status, 201);
    const swap = { device_id: device.id, mac_or_serial: mac.toLowerCase() };
    const { body, status } = await call(owner.token, 'POST', 'replace', swap);
    assert.deepEqual([status, (body as DeviceAnswer).mac_or_serial], [200, mac]);
    assert.equal((await push(device.mac_or_serial)).status, 404);
    server.clock.advance(60_000);
    assert.equal((await push(mac)).status, 201);
    const path = `/api/sensors.php?action=history&device_id=${device.id}`;
    const history = await server.request('GET', path, { token: owner.token });
    assert.equal((history.body as unknown[]).length, 2);
  });

  it('gives new hardware to one device where two ask at once', async () => {
    const mac_or_serial = randomMac();
    const owners = [await newOwner(), await newOwner()];
    const answers = await Promise.all(
      owners.map(({ owner, device }) =>
        call(owner.token, 'POST', 'replace', { device_id: device.id, mac_or_serial }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  });
});
