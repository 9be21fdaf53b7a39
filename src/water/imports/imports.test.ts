import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type RegisteredUser, registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { failureOf, nextPage, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../test/helpers/server/test-timers.ts';
import {
  type DeviceAnswer,
  randomMac,
  registerDevice,
} from '../../../test/helpers/water/devices.ts';
import { randomIds } from '../../kit/ids.ts';
import { dayMs } from '../../kit/time/units.ts';
import { deleteOldImports, importDevices } from './import-devices.ts';

type Job = Record<'id' | 'lines' | 'registered' | 'known' | 'refused' | 'open', number> & {
  status: string;
  file: string | null;
};
type Row = {
  line: number;
  status: string;
  device_id: string | null;
  cells: Record<string, string>;
  errors: { field: string; message: string }[];
};

const unstopped = new AbortController().signal;

describeOnBothEngines('imports of devices', (engine) => {
  const server = useTestServer({
    engine,
    timers: createTestTimers(),
    env: { TOKEN_HOURS: '8760', REGISTRATIONS_PER_ADDRESS: '1000' },
  });

  const told: string[] = [];
  const publisher = {
    devicesChanged: (ids: readonly number[]) => void told.push(`devices of ${ids}`),
    rolesChanged: (_: readonly number[], ids: readonly number[]) =>
      void told.push(`roles of ${ids}`),
  };
  const deps = () => ({
    ...{ db: server.db, clock: () => server.clock.now, ids: randomIds, publisher },
    deviceChanges: { forget: () => {} },
  });
  const work = (signal = unstopped) => importDevices(deps(), signal);

  type Token = { token: string };
  const send = ({ token }: Token, body: string, query = '') =>
    server.request('POST', `/api/imports${query}`, {
      token,
      body,
      headers: { 'content-type': 'text/csv' },
    });
  const begin = async (by: Token, body: string, status = 201): Promise<Job> => {
    const answer = await send(by, body);
    assert.equal(answer.status, status, answer.text);
    return answer.body as Job;
  };
  const get = async ({ token }: Token, path: string) =>
    await server.request('GET', `/api/imports${path}`, { token });
  const jobOf = async (by: Token, { id }: Job) => (await get(by, `/${id}`)).body as Job;
  const rowsOf = async (by: Token, { id }: Job, query = '') =>
    (await get(by, `/${id}/rows?limit=500${query}`)).body as Row[];
  const devicesOf = async ({ token }: Token) =>
    (await server.request('GET', '/api/devices.php?action=list', { token })).body as DeviceAnswer[];
  const configsOf = async ({ token }: Token, id: string | null | undefined) =>
    (await server.request('GET', `/api/sensor_configs.php?action=list&device_id=${id}`, { token }))
      .body as Record<string, unknown>[];
  const run = async (by: Token, body: string): Promise<Row[]> => {
    const job = await begin(by, body);
    await work();
    return await rowsOf(by, job);
  };
  const counts = ({ status, registered, known, refused, open }: Job) => [
    ...[status, registered, known, refused, open],
  ];

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
      ...{ shape: 'upright_cylinder', diameter_cm: 180, height_cm: 200 },
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

  it('goes on where it was stopped, and does nothing twice', async () => {
    const person = await registerUser(server);
    const macs = Array.from({ length: 120 }, randomMac);
    const job = await begin(person, macs.join('\n'));
    assert.deepEqual(counts(job), ['running', 0, 0, 0, 120]);
    // Each look at the signal comes before a transaction: the second one stops it.
    let looks = 0;
    const stopping = {
      get aborted() {
        return ++looks > 1;
      },
    } as AbortSignal;
    await work(stopping);
    assert.deepEqual(counts(await jobOf(person, job)), ['running', 50, 0, 0, 70]);
    await Promise.all([work(), work()]);
    assert.deepEqual(counts(await jobOf(person, job)), ['finished', 120, 0, 0, 0]);
    assert.equal((await devicesOf(person)).length, 120);
    assert.equal((await begin(person, macs.join('\n'), 200)).id, job.id);
    await work();
    assert.deepEqual(counts(await jobOf(person, job)), ['finished', 120, 0, 0, 0]);
    const spread = await run(person, `\uFEFFmac\r\n${macs.slice(0, 3).join('\r\n')}\r\n`);
    assert.deepEqual([...new Set(spread.map(({ status }) => status))], ['known']);
  });

  it('is cancelled, and taken up again by the same file', async () => {
    const person = await registerUser(server);
    const theirs = await registerUser(server);
    const taken = await registerDevice(server, theirs.token);
    const text = `mac\n${taken.mac_or_serial}\n${randomMac()}`;
    const job = await begin(person, text);
    const path = `/api/imports/${job.id}`;
    const cancelled = await server.request('DELETE', path, { token: person.token });
    assert.deepEqual(counts(cancelled.body as Job), ['cancelled', 0, 0, 0, 2]);
    await work();
    assert.deepEqual(counts(await jobOf(person, job)), ['cancelled', 0, 0, 0, 2]);
    await begin(person, text, 200);
    await work();
    assert.deepEqual(counts(await jobOf(person, job)), ['finished', 1, 0, 1, 0]);
    await server.request('DELETE', `/api/devices.php?action=remove&id=${taken.id}`, {
      token: theirs.token,
    });
    await begin(person, text, 200);
    await work();
    assert.deepEqual(counts(await jobOf(person, job)), ['finished', 2, 0, 0, 0]);
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

  it('hands the refused lines back as a file that can be mended and sent again', async () => {
    const person = await registerUser(server);
    const job = await begin(person, 'KS-2001,=Roof,99\nKS-2002,Good,5000');
    await work();
    const { text, headers } = await get(person, `/${job.id}/file?rows=refused`);
    assert.match(headers.get('content-disposition') ?? '', /devices-refused-\d+\.csv/);
    const [header, line] = text.trimEnd().split('\r\n');
    assert.match(header ?? '', /^\uFEFF?mac_or_serial,name,capacity,.*,problem$/);
    assert.match(line ?? '', /^KS-2001,"'=Roof",99,.*capacity must be at least 100$/);
    const [again] = await run(person, text.replace(',99,', ',990,'));
    assert.equal(again?.status, 'registered');
    const device = (await devicesOf(person)).find(({ id }) => id === again?.device_id);
    assert.equal(device?.device_name, '=Roof');
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

  it('are bounded before anything of a file is stored', async () => {
    const person = await registerUser(server);
    assert.deepEqual(wrongFields(await send(person, '')), ['body']);
    assert.deepEqual(wrongFields(await send(person, 'mac,name\n\n')), ['body']);
    const many = Array.from({ length: 20_002 }, (_, n) => `KS-${n}`).join('\n');
    assert.deepEqual(wrongFields(await send(person, many)), ['body']);
    assert.equal((await send(person, 'x'.repeat(4_194_305))).status, 413);
    assert.deepEqual((await get(person, '')).body, []);
    for (let n = 1; n <= 5; n++) await begin(person, `KS-30${n}`);
    assert.deepEqual(failureOf(await send(person, 'KS-306')), [409, 'too_many_imports']);
    await begin(person, 'KS-305', 200);
    const page = await get(person, '?limit=3');
    assert.equal((page.body as Job[]).length, 3);
    assert.ok(nextPage(page));
    await work();
  });

  it('are nobody else’s', async () => {
    const [person, other] = [await registerUser(server), await registerUser(server)];
    const { id } = await begin(person, randomMac());
    await work();
    for (const path of [`/${id}`, `/${id}/rows`, `/${id}/file?rows=keys`]) {
      assert.deepEqual(failureOf(await get(other, path)), [404, 'not_found'], path);
    }
    const { token } = other;
    const gone = await server.request('DELETE', `/api/imports/${id}`, { token });
    assert.deepEqual(failureOf(gone), [404, 'not_found']);
    assert.deepEqual((await get(other, '')).body, []);
  });

  it('are kept for 30 days once they are over, and their devices for good', async () => {
    const person = await registerUser(server);
    const job = await begin(person, randomMac());
    await work();
    const sweep = () =>
      deleteOldImports({ db: server.db, clock: () => server.clock.now }, unstopped);
    server.clock.advance(29 * dayMs);
    await sweep();
    assert.equal((await get(person, `/${job.id}`)).status, 200);
    server.clock.advance(2 * dayMs);
    await sweep();
    assert.equal((await get(person, `/${job.id}`)).status, 404);
    const rows = server.db.read.selectFrom('device_import_rows').selectAll();
    assert.deepEqual(await rows.where('import_id', '=', job.id).execute(), []);
    assert.equal((await devicesOf(person)).length, 1);
  });
});
