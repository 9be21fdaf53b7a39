import { chmod, copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { lockDataFolder, makeDataFolder } from '../data-folder.ts';
import { openSqliteFile } from '../db/sqlite/sqlite-file.ts';
import { toIso } from '../kit/time/instant.ts';
import { keepSecret } from '../server-secret.ts';
import { exists } from './backups/backup.ts';
import { CommandError } from './command-error.ts';

const cacheKib = 16_384;

type Backup = { created_at: string; secret: string };

/**
 * Puts a backup in the place of the database and its secret. What stood there is kept beside it, so
 * that a wrong restore can be undone by hand; one that was cut off is simply run again.
 * @returns when the backup was made, and the folder that what stood there went to.
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
  const { databasePath, secretPath, homeMarkPath } = await makeDataFolder(config.dataDir);
  const lock = lockDataFolder(config.dataDir);
  const incoming = `${databasePath}.incoming`;
  try {
    await copyFile(path, incoming);
    await chmod(incoming, 0o600);
    const backup = unwrap(incoming, path);
    refuseOtherSecret(config, backup);
    // The write-ahead log belongs to the database that it stands beside, and to no other.
    const logs = [`${databasePath}-wal`, `${databasePath}-shm`];
    // Without its mark the server notices that the database was put back.
    const old = [databasePath, ...logs, homeMarkPath, secretPath];
    const kept = await putAside(old, join(config.dataDir, `replaced-${toFileName(now)}`));
    await keepSecret(secretPath, backup.secret);
    await rename(incoming, databasePath);
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
    if (file.pragma('quick_check', { simple: true }) !== 'ok') throw new Error('it is damaged');
    const backup = file.prepare('select created_at, secret from kisima_backup').get();
    if (!backup) throw new Error('its secret is missing');
    file.exec('drop table kisima_backup');
    return backup as Backup;
  } catch (error) {
    throw new CommandError(`${source} is no whole backup of Kisima.`, { cause: error });
  } finally {
    file?.close();
  }
}

/** A secret in the environment wins over the one in the folder, and device keys would not fit it. */
function refuseOtherSecret({ serverSecret }: Config, { secret }: Backup): void {
  if (serverSecret === undefined || serverSecret === secret) return;
  throw new CommandError(
    'SERVER_SECRET is not the one of the backup, so no device key and no token would work: ' +
      'unset it, here and for the server.',
  );
}

async function putAside(paths: string[], folder: string): Promise<string | undefined> {
  let kept: string | undefined;
  for (const path of paths) {
    if (!(await exists(path))) continue;
    kept ??= await makeFolder(folder);
    await rename(path, join(kept, basename(path)));
  }
  return kept;
}

async function makeFolder(path: string): Promise<string> {
  await mkdir(path, { mode: 0o700 });
  return path;
}

function toFileName(now: number): string {
  return toIso(now).replaceAll(':', '-');
}
