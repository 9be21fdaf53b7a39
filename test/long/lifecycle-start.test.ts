import assert from 'node:assert/strict';
import { watch } from 'node:fs';
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { CompiledQuery } from 'kysely';
import { openPostgres } from '../../src/db/postgres/postgres-database.ts';
import { openSqliteFile } from '../../src/db/sqlite/sqlite-file.ts';
import {
  makeStorage,
  runKisimaAlone,
  runMain,
  runScript,
  type Storage,
  startKisima,
} from '../helpers/server/kisima-process.ts';
import { call, registerOwner } from '../helpers/server/process-client.ts';
import { assertRefused, runKisima, runServe } from '../helpers/server/run-kisima.ts';
import { describeOnBothEngines } from '../helpers/server/test-server.ts';

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
