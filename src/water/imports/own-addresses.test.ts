import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { newPhone, startPhoneServer } from '../../../test/helpers/accounts/phone-accounts.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { randomMac, registerDevice } from '../../../test/helpers/water/devices.ts';
import { randomIds } from '../../kit/ids.ts';
import { importDevices } from './import-devices.ts';

type Token = { token: string };
type Share = Record<'id' | 'role' | 'status' | 'code', string> & { phone: string | null };

describeOnBothEngines('addresses of one’s own in files of devices', (engine) => {
  let desk: Awaited<ReturnType<typeof startPhoneServer>>;
  before(async () => {
    desk = await startPhoneServer(engine, { TOKEN_HOURS: '8760' });
  });
  after(() => desk.stop());

  const act = async ({ token }: Token, method: string, action: string, json?: object) => {
    const answer = await desk.server.request(method, `/api/devices.php?action=${action}`, {
      token,
      ...(json && { json }),
    });
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const sharesOf = async (by: Token, id: string) =>
    ((await act(by, 'GET', `shares&device_id=${id}`)) as Share[]).map(
      ({ phone, role, status }) => `${phone} ${role} ${status}`,
    );
  const run = async ({ token }: Token, body: string) => {
    const { server } = desk;
    const headers = { 'content-type': 'text/csv' };
    const answer = await server.request('POST', '/api/imports', { token, body, headers });
    assert.equal(answer.status, 201, answer.text);
    const publisher = { devicesChanged: () => {}, rolesChanged: () => {} };
    const deps = { db: server.db, clock: () => server.clock.now, ids: randomIds, publisher };
    await importDevices(
      { ...deps, deviceChanges: { forget: () => {} } },
      new AbortController().signal,
    );
    const { id } = answer.body as { id: number };
    const { body: rows } = await server.request('GET', `/api/imports/${id}/rows`, { token });
    return (rows as { status: string }[]).map(({ status }) => status);
  };

  it('offers a device to no phone of the sender, and leaves the offer to a customer', async () => {
    const installer = await desk.newUser();
    const own = installer.phone.replace(/^254/, '0');
    const [offered, fresh, customer] = [randomMac(), randomMac(), newPhone()];
    const device = await registerDevice(desk.server, installer.token, offered);
    await run(installer, `mac,owner\n${offered},${customer}`);
    const open = [`${customer} owner pending`];
    assert.deepEqual(await sharesOf(installer, device.id), open);
    assert.deepEqual(await run(installer, `mac,owner\n${offered},${own}\n${fresh},${own}`), [
      ...['known', 'registered'],
    ]);
    assert.deepEqual(await sharesOf(installer, device.id), open);
    const listed = (await act(installer, 'GET', 'list')) as { id: string; mac_or_serial: string }[];
    const other = listed.find(({ mac_or_serial }) => mac_or_serial === fresh);
    assert.deepEqual(await sharesOf(installer, other?.id ?? ''), []);
    // Shared with oneself, it is shared with nobody.
    await run(installer, `mac,share,role\n${fresh},${own},manager`);
    assert.deepEqual(await sharesOf(installer, other?.id ?? ''), []);
  });

  it('keeps key, id and people of a device whose owner accepts it', async () => {
    const owner = await registerUser(desk.server);
    const { id: device_id } = await registerDevice(desk.server, owner.token);
    const guest = newPhone();
    await act(owner, 'POST', 'share', { device_id, to: guest, role: 'viewer' });
    const state = async () => [
      await act(owner, 'POST', 'api-key', { device_id }),
      await act(owner, 'GET', 'list'),
    ];
    const before = await state();
    const wishes = { keep_history: false, keep_shares: false };
    const offer = (await act(owner, 'POST', 'transfer', {
      device_id,
      to: newPhone(),
      ...wishes,
    })) as Share;
    const accepted = await act(owner, 'POST', 'accept', { id: offer.id, code: offer.code });
    assert.deepEqual((accepted as { device_id: string }).device_id, device_id);
    assert.deepEqual(await state(), before);
    assert.deepEqual(await sharesOf(owner, device_id), [`${guest} viewer pending`]);
  });
});
