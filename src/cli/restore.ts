import { chmod, copyFile, rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { lockDataFolder, makeDataFolder } from '../data-folder.ts';
import { openSqliteFile } from '../db/sqlite-file.ts';
import { exists } from './backup.ts';
import { CommandError } from './command-error.ts';

const cacheKib = 16_384;

type Backup = { created_at: string; secret: string };

/**
 * Puts a backup in the place of the database. What stood there is kept beside it, so that a wrong
 * restore can be undone by hand.
 * @returns when the backup was made, and where the old database went.
 * @throws CommandError when the file is no whole backup; DataFolderError while a server runs.
 */
export async function restore(
  config: Config,
  source: string,
  now: number,
): Promise<{ madeAt: string; kept: string | undefined }> {
  if (config.databaseUrl) {
    throw new CommandError('This installation uses PostgreSQL: restore it with pg_restore.');
  }
  const path = resolve(source);
  if (!(await exists(path))) throw new CommandError(`There is no file ${path}.`);
  const { databasePath, secretPath } = await makeDataFolder(config.dataDir);
  const lock = lockDataFolder(config.dataDir);
  const incoming = `${databasePath}.incoming`;
  try {
    await copyFile(path, incoming);
    await chmod(incoming, 0o600);
    const backup = unwrap(incoming, path);
    const kept = await putAside(databasePath, now);
    await rename(incoming, databasePath);
    await writeFile(secretPath, `${backup.secret}\n`, { mode: 0o600 });
    return { madeAt: backup.created_at, kept };
  } finally {
    await rm(incoming, { force: true });
    lock.release();
  }
}

/** Checks the copy and takes the secret out of it. */
function unwrap(path: string, source: string): Backup {
  let file: ReturnType<typeof openSqliteFile> | undefined;
  try {
    file = openSqliteFile(path, { readonly: false, cacheKib });
    file.pragma('journal_mode = DELETE');
    const backup = file.prepare('select created_at, secret from kisima_backup').get() as Backup;
    if (file.pragma('quick_check', { simple: true }) !== 'ok') throw new Error('damaged');
    file.exec('drop table kisima_backup');
    return backup;
  } catch (error) {
    throw new CommandError(`${source} is no whole backup of Kisima.`, { cause: error });
  } finally {
    file?.close();
  }
}

async function putAside(databasePath: string, now: number): Promise<string | undefined> {
  if (!(await exists(databasePath))) return undefined;
  const kept = `${databasePath}.replaced-${now}`;
  await rename(databasePath, kept);
  // The write-ahead log belongs to the database that it stands beside.
  for (const suffix of ['-wal', '-shm']) {
    if (await exists(databasePath + suffix)) await rename(databasePath + suffix, kept + suffix);
  }
  return kept;
}
