import assert from 'node:assert/strict';
import { copyFile, cp, open, readdir, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readStored } from '../../test/helpers/database/stored-readings.ts';
import {
  contentOf,
  type Original,
  push,
  useOriginal,
} from '../../test/helpers/server/backed-up-installation.ts';
import { startKisima } from '../../test/helpers/server/kisima-process.ts';
import { call, registerOwner } from '../../test/helpers/server/process-client.ts';
import { runKisima } from '../../test/helpers/server/run-kisima.ts';

describe('kisima restore', () => {
  const { made, makeTarget } = useOriginal();

  it('brings back account, token, device key and readings', async () => {
    const target = await makeTarget();
    const { code, stdout, stderr } = await runKisima(['restore', made.original.backup], target.env);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^Restored the backup of \d{4}-\d\d-\d\dT[\d:.]+Z\.\n$/);
    assert.deepEqual(await readStored(target), made.stored);
    assert.equal(await modeOf(target.folder), 0o700);
    assert.equal(await modeOf(join(target.folder, 'server-secret')), 0o600);
    assert.equal(await modeOf(join(target.folder, 'kisima.db')), 0o600);

    const { owner, device, key } = made.original;
    const server = await startKisima(target.env);
    const session = await call(server.url, 'GET', '/api/auth.php?action=session', owner);
    assert.equal(session.status, 200);
    assert.equal(await push(server.url, device, key), 201);
    assert.equal(await push(server.url, device, 'another key'), 401);
    await server.stop();
  });

  it('refuses while a server runs, and later keeps what was there as a data folder of its own', async () => {
    const target = await makeTarget();
    const server = await startKisima(target.env);
    const refused = await runKisima(['restore', made.original.backup], target.env);
    assert.deepEqual(
      [refused.code, refused.stderr],
      [
        2,
        `Another Kisima server uses the data folder ${target.folder}. Stop it first, or set another DATA_DIR.\n`,
      ],
    );
    const owner = await registerOwner(server.url, 1);
    // Killed, so that the newest commits are still in the write-ahead log.
    server.kill('SIGKILL');
    await server.ended;
    const { code, stdout } = await runKisima(['restore', made.original.backup], target.env);
    assert.equal(code, 0);
    const [, kept = ''] = /is kept in (.+?), a data folder/.exec(stdout) ?? [];
    assert.deepEqual(await readStored(target), made.stored);

    const old = await startKisima({ DATA_DIR: kept });
    const session = await call(old.url, 'GET', '/api/auth.php?action=session', owner);
    assert.equal(session.status, 200);
    await old.stop();
  });

  it('refuses what is no whole backup, and leaves everything as it was', async () => {
    const target = await makeTarget();
    await cp(made.original.storage.folder, target.folder, { recursive: true });
    const before = await contentOf(target.folder);
    const damaged = await makeDamagedFiles(made.original);
    for (const path of damaged) {
      const { code, stdout, stderr } = await runKisima(['restore', path], target.env);
      assert.ok(stderr.startsWith(`${path} is no whole backup of Kisima. (`), stderr);
      assert.deepEqual([code, stdout, stderr.trimEnd().split('\n').length], [2, '', 1], stderr);
      assert.deepEqual(await contentOf(target.folder), before);
    }
    const absent = await runKisima(['restore', '/nowhere'], target.env);
    assert.deepEqual([absent.code, absent.stderr], [2, 'There is no file /nowhere.\n']);
  });

  it('refuses a backup whose secret is not the one of the environment', async () => {
    const target = await makeTarget();
    const env = { ...target.env, SERVER_SECRET: 'a secret of at least 32 characters' };
    const { code, stderr } = await runKisima(['restore', made.original.backup], env);
    assert.equal(code, 2);
    assert.match(stderr, /^SERVER_SECRET is not the one of the backup/);
    assert.deepEqual(await readdir(target.folder), ['kisima.lock']);
  });

  it('leaves PostgreSQL to its own tools', async () => {
    const env = { ...made.original.storage.env, DATABASE_URL: 'postgres://127.0.0.1:1/kisima' };
    const { code, stderr } = await runKisima(['restore', made.original.backup], env);
    assert.deepEqual(
      [code, stderr],
      [2, 'This installation uses PostgreSQL: restore it with pg_restore.\n'],
    );
  });
});

/** A backup cut short, one with a page overwritten, a bare database, a letter, nothing. */
async function makeDamagedFiles({ storage, backup }: Original): Promise<string[]> {
  const inParent = (name: string) => join(storage.folder, '..', name);
  const { size } = await stat(backup);
  await copyFile(backup, inParent('cut'));
  await truncate(inParent('cut'), size >> 1);
  await copyFile(backup, inParent('overwritten'));
  const file = await open(inParent('overwritten'), 'r+');
  await file.write(Buffer.alloc(4096, 0xa5), 0, 4096, 4096 * 3);
  await file.close();
  await copyFile(join(storage.folder, 'kisima.db'), inParent('bare'));
  await writeFile(inParent('letter'), 'Dear Kisima,\n'.repeat(1000));
  await writeFile(inParent('nothing'), '');
  return ['cut', 'overwritten', 'bare', 'letter', 'nothing'].map(inParent);
}

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}
