import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type RegisteredUser, registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { shareDevice } from '../../../test/helpers/accounts/sharing.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { randomMac, registerDevice } from '../../../test/helpers/water/devices.ts';
import { useImportDesk } from '../../../test/helpers/water/import-desk.ts';

describeOnBothEngines('imports of devices', (engine) => {
  const { server, told, work, begin, get, rowsOf, devicesOf, configsOf, run } =
    useImportDesk(engine);

  it('registers each device with all that its line says', async () => {
    const person = await registerUser(server);
    const [mac, other] = [randomMac(), randomMac()];
    const [row, bare] = await run(
      person,
      [
        'Serial number;Jina;Kundi;Mahali;Umbo;Kipenyo (cm);Height (cm);Sensor height (cm);High (%);Low;Mgao;Ufunguo;Colour',
        `${mac};Roof tank;Estate A;-1.2921 36.8219;cylinder;180;200;210;95 %;15;Mon, Thu 04:00 to 11:00;lazima;blue`,
        `${other}`,
      ].join('\n'),
    );
    assert.deepEqual([row?.line, row?.status, row?.errors], [2, 'registered', []]);
    const device = (await devicesOf(person)).find(({ id }) => id === row?.device_id);
    assert.deepEqual(
      [device?.mac_or_serial, device?.device_name, device?.role, device?.location?.latitude],
      [mac, 'Roof tank', 'owner', -1.2921],
    );
    const [config] = await configsOf(person, row?.device_id);
    assert.deepEqual(
      [config?.['sensor_name'], config?.['capacity'], config?.['high_threshold']],
      ['main', 5089, 95],
    );
    assert.deepEqual(config?.['tank'], {
      shape: 'upright_cylinder',
      diameter_cm: 180,
      height_cm: 200,
      sensor_height_cm: 210,
    });
    assert.equal(config?.['supply'], 'Mon, Thu 04:00 to 11:00');
    const groups = await server.request('GET', '/api/groups.php?action=list', person);
    const [group] = groups.body as { name: string; device_ids: string[] }[];
    assert.deepEqual([group?.name, group?.device_ids], ['Estate A', [row?.device_id]]);
    assert.deepEqual(await configsOf(person, bare?.device_id), []);
    const form = { mac_address: mac, water_level_percent: 50 };
    assert.equal((await server.request('POST', '/iot_push.php', { form })).status, 401);
    const free = { ...form, mac_address: other };
    assert.equal((await server.request('POST', '/iot_push.php', { form: free })).status, 201);
  });

  it('names every wrong column of a line, and registers nothing of it', async () => {
    const person = await registerUser(server);
    const theirs = await registerDevice(server, (await registerUser(server)).token);
    const columns =
      'mac,name,capacity,high,low,owner,group,latitude,longitude,shape,width_cm,supply,key';
    const rows = await run(
      person,
      [
        columns,
        'KS-1001,,99,100,0.5,nobody,,91,x,box,0,always,maybe',
        ',No label',
        `${theirs.mac_or_serial},Theirs`,
        'KS-1002,Good',
        'ks-1002,Again',
        'KS-1003,"open',
        'KS-1004,,lots,,,,,,,egg',
        'KS-1005,,,,,,,1',
      ].join('\n'),
    );
    const faults = rows.map(({ line, status, errors }) => [
      ...[line, status, errors.map(({ field }) => field).sort()],
    ]);
    const all =
      'capacity,height_cm,high,key,latitude,length_cm,longitude,low,owner,supply,width_cm';
    assert.deepEqual(faults, [
      [2, 'refused', all.split(',')],
      [3, 'refused', ['mac_or_serial']],
      [4, 'refused', ['mac_or_serial']],
      [5, 'registered', []],
      [6, 'refused', ['mac_or_serial']],
      [7, 'refused', ['mac_or_serial']],
      [8, 'refused', ['capacity', 'shape']],
      [9, 'refused', ['longitude']],
    ]);
    assert.equal(rows[4]?.errors[0]?.message, 'is the same device as in line 5');
    assert.deepEqual(
      (await devicesOf(person)).map((device) => device.mac_or_serial),
      ['KS-1002'],
    );
  });

  it('gives a device that is there already what its line says, and leaves the rest', async () => {
    const person = await registerUser(server);
    const device = await registerDevice(server, person.token, randomMac(), 'Old name');
    const json = { device_id: device.id, sensor_name: 'roof', capacity: 5000, low_threshold: 10 };
    const path = '/api/sensor_configs.php?action=save';
    await server.request('POST', path, { token: person.token, json });
    const [row] = await run(
      person,
      `mac,name,high,latitude,longitude,key\n${device.mac_or_serial},New name,80,1° S,36.5,required`,
    );
    assert.deepEqual([row?.status, row?.device_id], ['known', device.id]);
    const [config, ...others] = await configsOf(person, device.id);
    assert.equal(others.length, 0);
    const { sensor_name, capacity, high_threshold, low_threshold } = config ?? {};
    const saved = [sensor_name, capacity, high_threshold, low_threshold];
    assert.deepEqual(saved, ['roof', 5000, 80, 10]);
    const [known] = await devicesOf(person);
    assert.deepEqual([known?.device_name, known?.location?.latitude], ['New name', -1]);
  });

  it('sets the tank of the sensor that a device has measured by, where its line names none', async () => {
    const person = await registerUser(server);
    const { id, mac_or_serial } = await registerDevice(server, person.token);
    const push = (water_level_percent: number) => {
      const form = { mac_address: mac_or_serial, sensor_name: 'roof', water_level_percent };
      return server.request('POST', '/iot_push.php', { form });
    };
    assert.equal((await push(50)).status, 201);
    await run(person, `mac,capacity\n${mac_or_serial},5000`);
    const configs = await configsOf(person, id);
    assert.deepEqual(
      configs.map(({ sensor_name, capacity }) => [sensor_name, capacity]),
      [['roof', 5000]],
    );
  });

  it('sets the tank of each sensor that a line names, also of devices that the person manages', async () => {
    const [owner, manager] = [await registerUser(server), await registerUser(server)];
    const [shared, seen] = [
      await registerDevice(server, owner.token),
      await registerDevice(server, owner.token),
    ];
    const own = await registerDevice(server, manager.token);
    for (const [device, role] of [
      [shared, 'manager'],
      [seen, 'operator'],
    ] as const) {
      await shareDevice(server, { ...owner, device_id: device.id, with: manager, role });
    }
    for (const sensor_name of ['roof', 'well']) {
      const form = { mac_address: shared.mac_or_serial, sensor_name, water_level_percent: 50 };
      assert.equal((await server.request('POST', '/iot_push.php', { form })).status, 201);
    }
    const well = { device_id: shared.id, sensor_name: 'well', capacity: 2000, low_threshold: 30 };
    const path = '/api/sensor_configs.php?action=save';
    await server.request('POST', path, { token: owner.token, json: well });
    told.length = 0;
    const rows = await run(
      manager,
      [
        'mac,Kihisi,high,low,name',
        `${shared.mac_or_serial},roof,88,15,`,
        `${shared.mac_or_serial},well,88,,`,
        `${shared.mac_or_serial},well,70,,`,
        `${shared.mac_or_serial},cellar,88,,`,
        `${shared.mac_or_serial},,88,,Mine`,
        `${seen.mac_or_serial},main,88,,`,
        `${randomMac()},main,88,,`,
        `${own.mac_or_serial},,88,,`,
      ].join('\n'),
    );
    const wrong = rows.map(({ status, errors: [error] }) => [status, error?.field]);
    assert.deepEqual(wrong, [
      ['known', undefined],
      ['known', undefined],
      ['refused', 'mac_or_serial'],
      ['refused', 'sensor'],
      ['refused', 'mac_or_serial'],
      ['refused', 'mac_or_serial'],
      ['refused', 'mac_or_serial'],
      ['known', undefined],
    ]);
    const configs = (await configsOf(owner, shared.id)).map((each) => [
      ...[each['sensor_name'], each['capacity'], each['high_threshold'], each['low_threshold']],
    ]);
    assert.deepEqual(configs.toSorted(), [
      ['roof', 1000, 88, 15],
      ['well', 2000, 88, 30],
    ]);
    assert.deepEqual(await configsOf(owner, seen.id), []);
    assert.deepEqual(told, [`devices of ${manager.user.id},${owner.user.id}`]);
  });

  it('offers devices to their owners, alike whether there is such an account', async () => {
    const [installer, owner] = [await registerUser(server), await registerUser(server)];
    const [a, b, c, d] = [randomMac(), randomMac(), randomMac(), randomMac()];
    const file = `mac,name,owner,group
${a},Hers,${owner.email.toUpperCase()},Estate
${b},Nobody’s,nobody-${Date.now()}@example.com,
${c},By phone,0712 345 678,
${d},Mine,${installer.email},`;
    const job = await begin(installer, file);
    await work();
    const [hers, unknown] = await rowsOf(installer, job);
    assert.deepEqual([hers?.status, hers?.errors], [unknown?.status, unknown?.errors]);
    const invited = await server.request('GET', '/api/devices.php?action=invitations', owner);
    const [offer, ...more] = invited.body as { id: number; role: string; device_id: string }[];
    assert.equal(more.length, 0);
    assert.deepEqual([offer?.role, offer?.device_id], ['owner', hers?.device_id]);
    const keys = await get(installer, `/${job.id}/file?rows=keys`);
    const lines = keys.text.trim().split('\r\n');
    assert.match(lines[0] ?? '', /mac_or_serial,name,device_id,api_key,offered_to,invitation$/);
    assert.deepEqual(
      lines.slice(1).map((line) => line.split(',').map((cell) => cell.slice(0, 3))[3]),
      ['kd_', 'kd_', 'kd_', 'kd_'],
    );
    assert.match(lines[4] ?? '', /,Mine,\d+,kd_[\w-]+,,$/);
    const code = /\/invitations\/([\w-]+)/.exec(lines[3] ?? '')?.[1];
    const stranger = await registerUser(server);
    const answers = await server.request(
      'GET',
      `/api/devices.php?action=invitations&code=${code}`,
      stranger,
    );
    const [byPhone] = answers.body as { id: number; role: string }[];
    assert.equal(byPhone?.role, 'owner');
    const accept = (by: RegisteredUser, json: object) =>
      server.request('POST', '/api/devices.php?action=accept', { token: by.token, json });
    assert.equal((await accept(stranger, { id: byPhone?.id, code })).status, 200);
    assert.equal((await accept(owner, { id: offer?.id })).status, 200);
    assert.equal((await devicesOf(owner))[0]?.device_name, 'Hers');
    assert.equal((await devicesOf(installer)).length, 2);
    const left = (await get(installer, `/${job.id}/file?rows=keys`)).text.trim().split('\r\n');
    assert.equal(left.length, 3);
  });

  it('puts devices into groups while they have room, and tells who shares them', async () => {
    const [person, member] = [await registerUser(server), await registerUser(server)];
    const made = await server.request('POST', '/api/groups.php?action=create', {
      token: person.token,
      json: { name: 'Village' },
    });
    const group_id = (made.body as { id: number }).id;
    const shared = await server.request('POST', '/api/devices.php?action=share', {
      token: person.token,
      json: { group_id, to: member.email, role: 'operator' },
    });
    const { id } = shared.body as { id: number };
    const json = { id };
    await server.request('POST', '/api/devices.php?action=accept', { token: member.token, json });
    const rows = Array.from({ length: 998 }, (_, n) => ({ group_id, device_id: 700_000_000 + n }));
    await server.db.write.insertInto('group_devices').values(rows).execute();
    told.length = 0;
    const [a, b, c] = await run(
      person,
      `mac,group\n${[1, 2, 3].map(() => `${randomMac()},VILLAGE`).join('\n')}`,
    );
    assert.deepEqual([a?.status, b?.status, c?.status], ['registered', 'registered', 'refused']);
    assert.deepEqual(c?.errors, [
      { field: 'group', message: 'has no room: a group has at most 1000 devices' },
    ]);
    assert.deepEqual(
      (await devicesOf(member)).map(({ role }) => role),
      ['operator', 'operator'],
    );
    assert.equal(told.length, 2);
  });
});
