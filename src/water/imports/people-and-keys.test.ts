import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type RegisteredUser, registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { shareDevice } from '../../../test/helpers/accounts/sharing.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../test/helpers/server/test-timers.ts';
import {
  type DeviceAnswer,
  randomMac,
  registerDevice,
} from '../../../test/helpers/water/devices.ts';
import { randomIds } from '../../kit/ids.ts';
import { importDevices } from './import-devices.ts';

type Row = { status: string; errors: { field: string; message: string }[] };
type Token = { token: string };

describeOnBothEngines('people and keys of devices in files', (engine) => {
  const server = useTestServer({
    engine,
    timers: createTestTimers(),
    env: { TOKEN_HOURS: '8760', REGISTRATIONS_PER_ADDRESS: '1000' },
  });

  const publisher = { devicesChanged: () => {}, rolesChanged: () => {} };
  const deps = () => ({
    db: server.db,
    clock: () => server.clock.now,
    ids: randomIds,
    publisher,
    deviceChanges: { forget: () => {} },
  });
  const devicesOf = async ({ token }: Token) =>
    (await server.request('GET', '/api/devices.php?action=list', { token })).body as DeviceAnswer[];
  const send = async ({ token }: Token, body: string): Promise<number> => {
    const headers = { 'content-type': 'text/csv' };
    const answer = await server.request('POST', '/api/imports', { token, body, headers });
    assert.equal(answer.status, 201, answer.text);
    await importDevices(deps(), new AbortController().signal);
    return (answer.body as { id: number }).id;
  };
  const run = async (by: Token, body: string): Promise<Row[]> => {
    const id = await send(by, body);
    const { token } = by;
    return (await server.request('GET', `/api/imports/${id}/rows`, { token })).body as Row[];
  };

  it('shares devices, changes roles there, and takes open invitations and offers back', async () => {
    const [owner, guest] = [await registerUser(server), await registerUser(server)];
    const { token } = owner;
    const macs = [randomMac(), randomMac(), randomMac()];
    for (const mac of macs) await registerDevice(server, token, mac);
    const devices = await devicesOf(owner);
    const sharesOf = async (at: number) => {
      const path = `/api/devices.php?action=shares&device_id=${devices[at]?.id}`;
      const { body } = await server.request('GET', path, { token });
      return (body as Record<string, string>[]).map(
        ({ role, status, email, phone }) => `${email ?? phone} ${role} ${status}`,
      );
    };
    const change = async (lines: string[]) => await run(owner, lines.join('\n'));
    const all = (columns: string, value: string) => [
      `mac,${columns},change ${Math.random()}`,
      ...macs.map((mac) => `${mac},${value}`),
    ];
    const rows = await change(all('share,role', `${guest.email},mwendeshaji`));
    assert.deepEqual(
      rows.map(({ status }) => status),
      ['known', 'known', 'known'],
    );
    const invited = `${guest.email} operator pending`;
    assert.deepEqual(await sharesOf(0), [invited]);

    const path = '/api/devices.php?action=invitations';
    const [{ id } = { id: 0 }] = (await server.request('GET', path, guest)).body as {
      id: number;
    }[];
    const accept = { token: guest.token, json: { id } };
    await server.request('POST', '/api/devices.php?action=accept', accept);
    await change(all('share,role', `${guest.email},manager`));
    const roles = [...(await sharesOf(0)), ...(await sharesOf(1)), ...(await sharesOf(2))].sort();
    const now = [...Array(1).fill('accepted'), ...Array(2).fill('pending')];
    assert.deepEqual(
      roles,
      now.map((status) => `${guest.email} manager ${status}`),
    );
    // What was accepted is no invitation any more.
    const ended = await change(all('share,role', `${guest.email},none`));
    const refused = ended.filter(({ status }) => status === 'refused');
    assert.deepEqual(
      refused.map(({ errors }) => errors),
      [
        [
          {
            field: 'role',
            message:
              'cannot take back what was accepted: end the share among the people of the device',
          },
        ],
      ],
    );
    const left = [...(await sharesOf(0)), ...(await sharesOf(1)), ...(await sharesOf(2))];
    assert.deepEqual(left, [`${guest.email} manager accepted`]);

    await change(all('owner', '0712345678'));
    assert.ok((await sharesOf(1)).includes('254712345678 owner pending'));
    await change(all('owner', 'none'));
    assert.deepEqual(await sharesOf(1), []);
    // Oneself, and nobody.
    await change(all('share', owner.email));
    assert.deepEqual(await sharesOf(1), []);
    const [wrong] = await change([`mac,share,role`, `${macs[0]},0712345678,boss`]);
    assert.deepEqual(
      wrong?.errors.map(({ field }) => field),
      ['role'],
    );
    const [alone] = await change([`mac,role`, `${macs[0]},viewer`]);
    assert.deepEqual(
      alone?.errors.map(({ field }) => field),
      ['share'],
    );
  });

  it('tells the link of an offer to the owner, and not to a manager who has the keys', async () => {
    const [owner, manager] = [await registerUser(server), await registerUser(server)];
    const { id: device_id, mac_or_serial } = await registerDevice(server, owner.token, randomMac());
    const { token } = owner;
    await shareDevice(server, { token, device_id, with: manager, role: 'manager' });
    const json = { device_id, to: '0712345678' };
    const offer = await server.request('POST', '/api/devices.php?action=transfer', { token, json });
    const { code } = offer.body as { code: string };
    const endOf = async (by: RegisteredUser) => {
      const id = await send(by, `mac,note\n${mac_or_serial},by ${by.email}`);
      const file = await server.request('GET', `/api/imports/${id}/file?rows=keys`, by);
      return /,kd_[\w-]+,(254712345678,.*)\r\n$/.exec(file.text)?.[1]?.replace(/http.*\//, '');
    };
    assert.equal(await endOf(owner), `254712345678,${code}`);
    assert.equal(await endOf(manager), '254712345678,');
  });

  it('registers nothing by a line of a device that must be known', async () => {
    const owner = await registerUser(server);
    const mac = randomMac();
    const [gone] = await run(owner, `mac,capacity,known\n${mac},5000,yes`);
    assert.deepEqual(
      [gone?.status, gone?.errors],
      ['refused', [{ field: 'mac_or_serial', message: 'is none of your devices' }]],
    );
    assert.deepEqual(await devicesOf(owner), []);
    await registerDevice(server, owner.token, mac);
    const [here] = await run(owner, `mac,capacity,known\n${mac},6000,ndiyo`);
    assert.equal(here?.status, 'known');
  });

  it('gives devices new keys, with which the old ones end', async () => {
    const owner = await registerUser(server);
    const { id } = await registerDevice(server, owner.token, randomMac());
    const keyOf = async () =>
      (
        await server.request('POST', '/api/devices.php?action=api-key', {
          token: owner.token,
          json: { device_id: id },
        })
      ).body as { api_key: string };
    const before = await keyOf();
    const [device] = await devicesOf(owner);
    await run(owner, `mac,key\n${device?.mac_or_serial},new`);
    const after = await keyOf();
    assert.notEqual(after.api_key, before.api_key);
    const push = (api_key: string) =>
      server.request('POST', '/iot_push.php', {
        form: { mac_address: device?.mac_or_serial ?? '', water_level_percent: 50, api_key },
      });
    assert.equal((await push(before.api_key)).status, 401);
    assert.equal((await push(after.api_key)).status, 201);
  });
});
