import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { makePostgresDatabase } from '../../../test/helpers/database/postgres.ts';
import { readStored } from '../../../test/helpers/database/stored-readings.ts';
import {
  makeStorage,
  type RunningKisima,
  type Storage,
  startKisima,
} from '../../../test/helpers/server/kisima-process.ts';
import {
  call,
  make,
  type OwnedDevice,
  type Owner,
  registerOwner,
} from '../../../test/helpers/server/process-client.ts';
import { runKisima } from '../../../test/helpers/server/run-kisima.ts';
import { openSmsAccount, postSms, type SmsAccount } from '../../../test/helpers/sms/sms-client.ts';
import { connectPostgres } from '../../db/postgres/postgres.ts';
import { fewestLeftOut } from '../../db/put-back.ts';

/** Reports of days that are over in Nairobi, too, are the same whenever they are asked for. */
const reported = (() => {
  const end = (Math.floor(Date.now() / 86_400_000) - 1) * 86_400_000;
  return { start: end - 3 * 86_400_000, end };
})();

/** Things that people and devices hold of an installation, and find again after a copy. */
type People = { owner: Owner; device: OwnedDevice; key: string; sender: SmsAccount };

/** As Citus has it: tables with rows in a schema of its own. */
async function addExtension(url: string): Promise<void> {
  const client = await connectPostgres({ url, connectTimeoutMs: 5000, statementTimeoutMs: 5000 });
  await client.query('create schema extension; create table extension.chunk as select 1 as id');
  await client.end();
}

describe('kisima copy', () => {
  let sqlite: Storage;
  let postgres: Storage;
  let people: People;
  let secret: string;
  let answers: unknown;
  let onPostgres: Record<string, string>;

  before(async () => {
    sqlite = await makeStorage('sqlite');
    postgres = await makeStorage('postgres');
    await addExtension(postgres.databaseUrl ?? '');
    const server = await startKisima(sqlite.env);
    people = await fill(server);
    secret = (await readFile(join(sqlite.folder, 'server-secret'), 'utf8')).trim();
    onPostgres = { ...postgres.env, SERVER_SECRET: secret };
    answers = await read(server, people);
    const copied = await runKisima(['copy', '--to', postgres.databaseUrl ?? ''], sqlite.env);
    await server.stop();
    assert.equal(copied.code, 0, copied.stderr);
    assert.match(copied.stdout, /counts and checksums of all tables are the same\./);
    assert.ok(copied.stdout.includes(`works: ${join(sqlite.folder, 'server-secret')}.`));
    refuseSecrets(copied.stdout + copied.stderr);
  });
  after(async () => {
    await sqlite.remove();
    await postgres.remove();
  });

  const refuseSecrets = (text: string) => {
    assert.ok(!text.includes(secret) && !text.includes('kisima:kisima'), text);
  };

  it('brings everything to PostgreSQL while the server runs, also what waits in rows of sensors', async () => {
    assert.deepEqual(await readStored(postgres), await readStored(sqlite));
    const { code, stdout } = await runKisima(['doctor'], onPostgres);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^The credits add up: /m);
  });

  it('brings everything back to SQLite, with the secret, and later refuses a folder that a server uses', async () => {
    const folder = join(sqlite.folder, '..', 'back');
    const stored = await readStored(postgres);
    const copied = await runKisima(['copy', '--to', `sqlite:${folder}`], onPostgres);
    assert.equal(copied.code, 0, copied.stderr);
    refuseSecrets(copied.stdout + copied.stderr);
    assert.equal((await readFile(join(folder, 'server-secret'), 'utf8')).trim(), secret);
    assert.deepEqual(await readStored({ ...sqlite, folder }), stored);
    const env = { DATA_DIR: folder };
    const server = await startKisima(env);
    assert.deepEqual(await read(server, people), answers);
    await goOn(server, people);
    const again = await runKisima(['copy', '--to', `sqlite:${folder}`], onPostgres);
    assert.deepEqual(
      [again.code, again.stderr],
      [
        2,
        `Another Kisima server uses the data folder ${folder}. Stop it first, or set another DATA_DIR.\n`,
      ],
    );
    await server.stop();
    assert.equal((await runKisima(['doctor'], env)).code, 0);
  });

  it('leaves an installation that goes on: keys work, ids continue above any that the old one gave', async () => {
    const server = await startKisima(onPostgres);
    assert.deepEqual(await read(server, people), answers);
    await goOn(server, people);
    await server.stop();
  });

  it('refuses a target that holds anything', async () => {
    const full = await runKisima(['copy', '--to', postgres.databaseUrl ?? ''], sqlite.env);
    assert.deepEqual([full.code, full.stdout], [2, '']);
    assert.match(
      full.stderr,
      /^The target is not empty: its \w+ holds rows\. Give an empty one\.\n$/,
    );
    const folder = await runKisima(['copy', '--to', `sqlite:${sqlite.folder}`], onPostgres);
    assert.deepEqual([folder.code, folder.stdout], [2, '']);
    assert.match(folder.stderr, /^The target is not empty: /);
    const other = { ...onPostgres, SERVER_SECRET: 'another secret of at least 32 characters' };
    const foreign = await runKisima(['copy', '--to', `sqlite:${sqlite.folder}`], other);
    assert.equal(foreign.code, 2);
    assert.match(foreign.stderr, /has the secret of another installation: give an empty one\.\n$/);
  });

  it('says in one line what is wrong with the way it was called, and never a password', async () => {
    const unfit = '--to must be postgres://… or sqlite:FOLDER\n';
    const password = 'hunter2hunter2';
    const wrong: [string[], RegExp | string][] = [
      [[], "error: required option '--to <target>' not specified (--help tells more)\n"],
      [['--to'], "error: option '--to <target>' argument missing (--help tells more)\n"],
      [['--to', 'sqlite:'], unfit],
      [['--to', 'mysql://x'], unfit],
      [[`postgres://u:${password}@h/d`], /^error: required option '--to <target>'/],
      [[`--too=postgres://u:${password}@h/d`], /^error: /],
      [['--to', 'sqlite:x', `postgres://u:${password}@h/d`], /^error: too many arguments/],
      [['--to', `postgres://u:${password}@[h/d`], unfit],
      [['--to', 'sqlite:/tmp/x'], /^Set DATABASE_URL to the installation/],
      [['--to', `postgres://u:${password}@127.0.0.1:1/d`], /^The target cannot be opened: /],
    ];
    for (const [args, expected] of wrong) {
      const { code, stdout, stderr } = await runKisima(['copy', ...args], sqlite.env);
      assert.deepEqual([code, stdout, stderr.split('\n').length], [2, '', 2], stderr);
      if (typeof expected === 'string') assert.equal(stderr, expected);
      else assert.match(stderr, expected);
      assert.ok(!stderr.includes(password), stderr);
    }
    const database = await makePostgresDatabase();
    const there = await runKisima(['copy', '--to', database.url], onPostgres);
    assert.match(
      there.stderr,
      /^DATABASE_URL is set, so this installation uses PostgreSQL already/,
    );
    const nothing = { DATA_DIR: join(sqlite.folder, 'nowhere'), SERVER_SECRET: secret };
    const empty = await runKisima(['copy', '--to', database.url], nothing);
    assert.deepEqual([empty.code, empty.stderr.slice(0, 20)], [2, 'There is no database']);
    await database.drop();
  });
});

async function fill({ url }: RunningKisima): Promise<People> {
  const owner = await registerOwner(url, 3);
  const [device, , last] = owner.devices;
  assert.ok(device && last);
  const { token } = owner;
  const json = { device_id: device.id };
  const made = await call(url, 'POST', '/api/devices.php?action=api-key', { token, json });
  const { api_key: key } = made.body as { api_key: string };
  const now = Date.now();
  for (const end of [reported.end - 12 * 3_600_000, now]) {
    for (let minutes = 200; minutes > 0; minutes -= 10) {
      const form: Record<string, string | number> = {
        mac_address: device.mac,
        api_key: key,
        water_level_percent: 10 + (minutes % 77),
        recorded_at: new Date(end - minutes * 60_000).toISOString(),
      };
      assert.equal((await call(url, 'POST', '/iot_push.php', { form })).status, 201);
    }
  }
  // An id that was given and freed is never given again.
  await call(url, 'DELETE', `/api/devices.php?action=delete&device_id=${last.id}`, { token });
  const sender = await openSmsAccount(url);
  const group = await make<{ id: number }>(url, '/v1/account/groups', {
    token: sender.token,
    json: { name: 'Wazee wa maji 🚰' },
  });
  assert.ok(group.id);
  const scheduled_at = new Date(now + 3_600_000).toISOString();
  await postSms(url, '/v1/sms/bulk', sender, {
    to: ['0712345678', '0712345679'],
    message: 'Maji yamerudi, «safi»',
    scheduled_at,
  });
  await postSms(url, '/v1/sms/send', sender, { to: '0712345670', message: 'one', scheduled_at });
  return { owner, device, key, sender };
}

/** Answers of a server about everything that was filled in. */
async function read({ url }: RunningKisima, { owner, device, sender }: People): Promise<unknown> {
  const [start, end] = [reported.start, reported.end].map((time) => new Date(time).toISOString());
  const range = `start_date=${start}&end_date=${end}`;
  const paths = [
    '/api/devices.php?action=list',
    `/api/sensors.php?action=latest&device_id=${device.id}`,
    `/api/sensors.php?action=history&device_id=${device.id}&hours=24`,
    `/api/reports.php?action=daily&device_id=${device.id}&${range}`,
    `/api/reports.php?action=usage&device_id=${device.id}&${range}`,
    `/api/reports.php?action=alerts&device_id=${device.id}&${range}`,
  ];
  const accountPaths = [
    '/v1/account/ledger',
    '/v1/account/sms/messages',
    '/v1/account/sms/jobs',
    '/v1/account/groups',
  ];
  const all = [
    ...paths.map((path) => [path, owner.token] as const),
    ...accountPaths.map((path) => [path, sender.token] as const),
  ];
  const answers: [string, unknown][] = [];
  for (const [path, token] of all) {
    const { status, body, text } = await call(url, 'GET', path, { token });
    assert.equal(status, 200, `${path}: ${text}`);
    answers.push([path, body]);
  }
  return answers;
}

/** Pushes, registers and sends as before. */
async function goOn({ url }: RunningKisima, { owner, device, key, sender }: People): Promise<void> {
  const form = { mac_address: device.mac, water_level_percent: 42 };
  const push = (api_key: string) =>
    call(url, 'POST', '/iot_push.php', { form: { ...form, api_key } });
  assert.equal((await push(key)).status, 201);
  assert.equal((await push('another key')).status, 401);
  const json = { mac_or_serial: `NEW-${process.pid}` };
  const added = await make<{ id: string }>(url, '/api/devices.php?action=register', {
    token: owner.token,
    json,
  });
  const highest = Math.max(...owner.devices.map(({ id }) => Number(id)));
  assert.ok(Number(added.id) > highest + fewestLeftOut, added.id);
  await postSms(url, '/v1/sms/send', sender, { to: '0712345671', message: 'after the copy' });
}
