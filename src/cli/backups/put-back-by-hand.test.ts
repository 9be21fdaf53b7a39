import assert from 'node:assert/strict';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readStored } from '../../../test/helpers/database/stored-readings.ts';
import { useOriginal } from '../../../test/helpers/server/backed-up-installation.ts';
import {
  makeStorage,
  type Storage,
  startKisima,
} from '../../../test/helpers/server/kisima-process.ts';
import { runKisima } from '../../../test/helpers/server/run-kisima.ts';
import { openSqliteFile } from '../../db/sqlite/sqlite-file.ts';

/** A backup holds the server secret in this table. */
const countBackupTables = `select count(*) from sqlite_schema where name = 'kisima_backup'`;

describe('a backup that is put back by hand', () => {
  const { made, makeTarget } = useOriginal();

  /** Copies the backup into the place of the database, as `cp` does, without `kisima restore`. */
  const putBack = async (): Promise<Storage> => {
    const target = await makeTarget();
    await mkdir(target.folder, { mode: 0o700 });
    await copyFile(made.original.backup, join(target.folder, 'kisima.db'));
    await writeFile(join(target.folder, 'server-secret'), `${secretIn(made.original.backup)}\n`);
    return target;
  };

  it('can be backed up, and that backup restored', async () => {
    const { env, folder } = await putBack();
    const second = join(folder, '..', 'second');
    const { code, stderr } = await runKisima(['backup', second], env);
    assert.deepEqual([code, stderr], [0, '']);
    const target = await makeTarget();
    assert.equal((await runKisima(['restore', second], target.env)).code, 0);
    assert.deepEqual(await readStored(target), made.stored);
  });

  it('can be copied to PostgreSQL', async () => {
    const { env } = await putBack();
    const postgres = await makeStorage('postgres');
    const { code, stderr } = await runKisima(['copy', '--to', postgres.databaseUrl ?? ''], env);
    assert.equal(code, 0, stderr);
    assert.deepEqual(await readStored(postgres), made.stored);
    await postgres.remove();
  });

  it('has no secret in the database any more once a server has started on it', async () => {
    const { env, folder } = await putBack();
    await (await startKisima(env)).stop();
    const file = openSqliteFile(join(folder, 'kisima.db'), { readonly: true, cacheKib: 1024 });
    assert.equal(file.prepare(countBackupTables).pluck().get(), 0);
    file.close();
  });
});

function secretIn(backup: string): string {
  const file = openSqliteFile(backup, { readonly: true, cacheKib: 1024 });
  const secret = file.prepare('select secret from kisima_backup').pluck().get();
  file.close();
  return String(secret);
}
