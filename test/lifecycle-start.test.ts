import assert from 'node:assert/strict';
import { watch } from 'node:fs';
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { CompiledQuery } from 'kysely';
import { openPostgres } from '../src/db/postgres/postgres-database.ts';
import { openSqliteFile } from '../src/db/sqlite/sqlite-file.ts';
import {
  makeStorage,
  runKisimaAlone,
  runMain,
  runScript,
  type Storage,
  startKisima,
} from './helpers/server/kisima-process.ts';
import { call, registerOwner } from './helpers/server/process-client.ts';
import { type Ended, runKisima, runServe } from './helpers/server/run-kisima.ts';
import { describeOnBothEngines } from './helpers/server/test-server.ts';

describeOnBothEngines('starting', (engine) => {
  let storage: Storage;
  before(async () => {
    storage = await makeStorage(engine);
  });
  after(() => storage.remove());

  it('makes a folder for its owner alone, and knows its tokens again after a restart', async () => {
    const first = await startKisima(storage.env);
    const { token } = await registerOwner(first.url, 0);
    assert.equal(await modeOf(storage.folder), 0o700);
    assert.equal(await modeOf(join(storage.folder, 'server-secret')), 0o600);
    const secret = await readFile(join(storage.folder, 'server-secret'), 'utf8');
    assert.ok(secret.trim().length >= 32);
    await first.stop();

    const second = await startKisima(storage.env);
    const session = await call(second.url, 'GET', '/api/auth.php?action=session', { token });
    assert.equal(session.status, 200);
    assert.equal(await readFile(join(storage.folder, 'server-secret'), 'utf8'), secret);
    await second.stop();
  });

  it('refuses a database that is newer than the program', async () => {
    await addMigration(storage, '999-of-next-year');
    for (const end of [
      await runMain(storage.env),
      await runKisimaAlone(['migrate'], storage.env),
    ]) {
      assertRefused(end, /^The database is newer than this program: .*\b999-of-next-year\b/);
    }
  });
});

describeOnBothEngines('a secret and a database that do not belong together', (engine) => {
  let storage: Storage;
  before(async () => {
    storage = await makeStorage(engine);
  });
  after(() => storage.remove());

  it('are no new start that nobody asked for', async () => {
    const secretPath = join(storage.folder, 'server-secret');
    await mkdir(storage.folder, { mode: 0o700 });
    await writeFile(secretPath, `${'s'.repeat(43)}\n`);
    const isEmpty = /^The database is empty, yet .*server-secret .* move the secret away first\.$/m;
    assertRefused(await runServe(storage.env), isEmpty);
    assertRefused(await runKisima(['migrate'], storage.env), isEmpty);
    assertRefused(await runServe(storage.env), isEmpty);

    await rm(secretPath);
    const first = await startKisima(storage.env);
    const { token } = await registerOwner(first.url, 0);
    await first.stop();
    const secret = await readFile(secretPath, 'utf8');
    await rm(secretPath);
    const isMissing = /^The database has accounts, yet their server secret is missing: /m;
    assertRefused(await runServe(storage.env), isMissing);

    const second = await startKisima({ ...storage.env, SERVER_SECRET: secret.trim() });
    const session = await call(second.url, 'GET', '/api/auth.php?action=session', { token });
    assert.equal(session.status, 200);
    await second.stop();
  });

  it('are warned of where others can read them', async () => {
    const secretPath = join(storage.folder, 'server-secret');
    await writeFile(secretPath, `${'t'.repeat(43)}\n`);
    await chmod(secretPath, 0o644);
    await chmod(storage.folder, 0o750);
    const server = await startKisima(storage.env);
    const { stdout } = await server.stop();
    const paths = Array.from(stdout.matchAll(/"path":"([^"]*)","msg":"others than its owner/g));
    assert.deepEqual(
      paths.map(([, path]) => path),
      [storage.folder, secretPath],
    );
  });
});

describe('starting with what cannot work', () => {
  let storage: Storage;
  before(async () => {
    storage = await makeStorage('sqlite');
  });
  after(() => storage.remove());

  it('names every wrong variable on a line of its own', async () => {
    const end = await runMain({
      ...storage.env,
      PORT: 'http',
      LOG_LEVEL: 'loud',
      TOKEN_HOURS: '-1',
      DATABASE_URL: 'mysql://localhost',
      SERVER_SECRET: 'short',
    });
    const lines = end.stderr.trimEnd().split('\n');
    assert.equal(lines.pop(), 'docs/settings.md describes every setting.');
    assert.deepEqual(lines.map((line) => line.split(' ')[0]).sort(), [
      'DATABASE_URL',
      'LOG_LEVEL',
      'PORT',
      'SERVER_SECRET',
      'TOKEN_HOURS',
    ]);
    assert.ok(!end.stderr.includes('short\n') && !end.stderr.includes('mysql:'), end.stderr);
    // EX_CONFIG: systemd does not try again (docs/examples/kisima.service).
    assert.deepEqual([end.code, end.stdout], [78, '']);
  });

  it('says which setting is misspelt, also beside one that is wrong for it', async () => {
    const wrong = { RESET_DELIVERY: 'email', SMPT_URL: 'smtp://localhost' };
    const end = await runMain({ ...storage.env, ...wrong });
    assert.match(end.stderr, /^Warning: SMPT_URL is no setting; did you mean SMTP_URL\?$/m);
    assert.match(end.stderr, /^SMTP_URL is required where RESET_DELIVERY is email$/m);
    assert.equal(end.code, 78);

    const users = await runKisima(['users'], { ...storage.env, DATA_DRI: '/srv/kisima' });
    assert.match(users.stderr, /^Warning: DATA_DRI is no setting; did you mean DATA_DIR\?$/m);
  });

  it('ends with the status of a wrong setting where providers or the database find it', async () => {
    const DATABASE_URL = 'postgres://kisima@127.0.0.1:1/kisima?sslmode=prefer';
    for (const env of [{ SMS_ROUTES: 'nobody=1' }, { SMS_RATES: 'nobody=1' }, { DATABASE_URL }]) {
      const more = { PORT: '0', LOG_LEVEL: 'error', ...env };
      const { code, stderr } = await runServe({ ...storage.env, ...more });
      assert.equal(code, 78, stderr);
    }
  });

  it('refuses arguments that it does not know', async () => {
    for (const argument of ['--fast', 'now']) {
      assertRefused(await runServe(storage.env, [argument]), new RegExp(`^error: .*${argument}`));
    }
  });

  it('names the dashes that are missing before --demo, which npm keeps to itself', async () => {
    const end = await runServe({ ...storage.env, npm_config_demo: 'true' });
    assertRefused(end, /^npm took --demo .* npm start -- --demo$/m);
  });

  it('shows its demo to nobody but this machine', async () => {
    const env = { ...storage.env, HOST: '0.0.0.0' };
    assertRefused(await runServe(env, ['--demo']), /^--demo .* loopback HOST\.$/m);
  });

  it('refuses to share a data folder, in which others then may not write either', async () => {
    const server = await startKisima(storage.env);
    const inUse = /^Another Kisima server uses the data folder \/.*DATA_DIR\.$/m;
    assertRefused(await runServe({ ...storage.env, PORT: '0' }), inUse);
    assertRefused(await runKisima(['migrate'], storage.env), inUse);
    assert.equal((await call(server.url, 'GET', '/readyz')).status, 200);
    await server.stop();
  });

  it('says which port or address is not to be had', async () => {
    const other = createServer().unref();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const inUse = await runServe({ ...storage.env, PORT: port });
    assertRefused(
      inUse,
      new RegExp(`PORT ${port}\\b.*another program.*PORT=${Number(port) + 1} npm start$`, 'm'),
    );
    await new Promise((resolve) => other.close(resolve));

    const foreign = await runServe({
      ...storage.env,
      PORT: '0',
      HOST: '192.0.2.1',
      LOG_LEVEL: 'error',
    });
    assertRefused(foreign, /^HOST 192\.0\.2\.1 .*EADDRNOTAVAIL/);
  });

  it('says what is wrong with the folder', async () => {
    const file = join(storage.folder, '..', 'a-file');
    await writeFile(file, '');
    assertRefused(await runServe({ DATA_DIR: file }), /^The data folder .*a-file cannot be made/);
    const folder = join(storage.folder, '..', 'no-secret');
    await mkdir(folder);
    await writeFile(join(folder, 'server-secret'), 'too short');
    assertRefused(await runServe({ DATA_DIR: folder }), /does not hold a server secret/);
  });

  it('says that a file is no database', async () => {
    const folder = join(storage.folder, '..', 'no-database');
    await mkdir(folder);
    await writeFile(join(folder, 'kisima.db'), 'this is a letter, and a long one\n'.repeat(500));
    assertRefused(
      await runServe({ DATA_DIR: folder }),
      /kisima\.db cannot be opened: .*not a data/,
    );
  });

  it('says that PostgreSQL does not answer, and keeps its password', async () => {
    const url = 'postgres://somebody:open-sesame@127.0.0.1:1/kisima';
    const end = await runServe({ ...storage.env, DATABASE_URL: url });
    assertRefused(end, /DATABASE_URL.* cannot be opened: .*ECONNREFUSED/);
    assert.ok(!end.stderr.includes('sesame'));
  });
});

describe('a first start that is cut off', () => {
  it('leaves nothing in the way of the next one', async () => {
    for (const changes of [1, 4, 9]) {
      const storage = await makeStorage('sqlite');
      await mkdir(storage.folder, { mode: 0o700 });
      await killAfterChanges(storage, changes);
      const server = await startKisima(storage.env);
      await registerOwner(server.url, 1);
      await server.stop();
      await storage.remove();
    }
  });
});

describe('several processes on one PostgreSQL', () => {
  it('make its schema together', async () => {
    const storage = await makeStorage('postgres');
    const servers = await Promise.all([1, 2, 3].map(() => startKisima(storage.env)));
    const { token } = await registerOwner(servers[0]?.url ?? '', 0);
    for (const { url } of servers) {
      const session = await call(url, 'GET', '/api/auth.php?action=session', { token });
      assert.equal(session.status, 200);
    }
    await Promise.all(servers.map((server) => server.stop()));
    await storage.remove();
  });
});

/** One clear line for the person at the terminal, and status 2. */
function assertRefused({ code, stdout, stderr }: Ended, line: RegExp): void {
  assert.match(stderr, line);
  assert.deepEqual([code, stdout, stderr.trimEnd().split('\n').length], [2, '', 1], stderr);
}

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

/** A migration that a later program would have left in the database. */
async function addMigration({ folder, databaseUrl }: Storage, name: string): Promise<void> {
  const sql = `insert into kysely_migration (name, timestamp) values ('${name}', '2027')`;
  if (databaseUrl === undefined) {
    const file = openSqliteFile(join(folder, 'kisima.db'), { readonly: false, cacheKib: 1024 });
    file.exec(sql);
    file.close();
    return;
  }
  const waits = { connectTimeoutMs: 5000, statementTimeoutMs: 5000 };
  const { db } = openPostgres({ url: databaseUrl, poolSize: 1, ...waits });
  await db.executeQuery(CompiledQuery.raw(sql));
  await db.destroy();
}

/** Kills a starting server in the moment of the nth change that it makes in its folder. */
async function killAfterChanges({ folder, env }: Storage, changes: number): Promise<void> {
  let left = changes;
  const starting = runScript('src/main.ts', [], { PORT: '0', ...env });
  const watcher = watch(folder, { persistent: false }, () => {
    left -= 1;
    if (left === 0) starting.kill('SIGKILL');
  });
  // Should there ever be fewer changes than that, it is killed when it is ready.
  const ready = starting.sees(/"url"/).then(
    () => starting.kill('SIGKILL'),
    () => {},
  );
  const { signal } = await starting.ended;
  await ready;
  watcher.close();
  assert.equal(signal, 'SIGKILL');
}
