import { chmod, copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { lockDataFolder, makeDataFolder } from '../data-folder.ts';
import { backupTable } from '../db/put-back.ts';
import { openSqliteFile } from '../db/sqlite/sqlite-file.ts';
import { toIso } from '../kit/time/instant.ts';
import { keepSecret } from '../server-secret.ts';
import {
  endRestore,
  findUnfinishedRestore,
  noteRestore,
  putAside,
  type UnfinishedRestore,
} from '../unfinished-restore.ts';
import { exists, sqliteEnds } from './backups/backup.ts';
import { CommandError } from './command-error.ts';

const cacheKib = 16_384;

type Backup = { created_at: string; secret: string };

/**
 * Replaces the database and its secret by a backup. The old files are kept beside it, so that a wrong
 * restore can be undone by hand; one that was cut off is simply run again.
 * @returns the time of the backup, and the folder of the old files.
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
  const removeIncoming = async () => {
    for (const end of sqliteEnds) await rm(`${incoming}${end}`, { force: true });
  };
  try {
    // The log of a restore that was killed would be taken for this file's.
    await removeIncoming();
    await copyFile(path, incoming);
    await chmod(incoming, 0o600);
    const backup = unwrap(incoming, path);
    refuseOtherSecret(config, backup);
    // A write-ahead log belongs to the database beside it, and to no other. Without its mark the server
    // detects that the database was put back.
    const old = [
      databasePath,
      `${databasePath}-wal`,
      `${databasePath}-shm`,
      homeMarkPath,
      secretPath,
    ];
    const moving = (await findUnfinishedRestore(config.dataDir)) ?? (await planRestore(old, now));
    await noteRestore(config.dataDir, moving);
    const isReplacing = moving.files.length > 0;
    const kept = join(config.dataDir, moving.kept);
    if (isReplacing) await mkdir(kept, { mode: 0o700, recursive: true });
    await putAside(old, moving);
    await keepSecret(secretPath, backup.secret);
    await rename(incoming, databasePath);
    await endRestore(config.dataDir);
    return { madeAt: backup.created_at, kept: isReplacing ? kept : undefined };
  } finally {
    await removeIncoming();
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
    const backup = file.prepare(`select created_at, secret from ${backupTable}`).get();
    if (!backup) throw new Error('its secret is missing');
    file.exec(`drop table ${backupTable}`);
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

async function planRestore(paths: string[], now: number): Promise<UnfinishedRestore> {
  const files: string[] = [];
  for (const path of paths) if (await exists(path)) files.push(basename(path));
  return { kept: `replaced-${toFileName(now)}`, files };
}

function toFileName(now: number): string {
  return toIso(now).replaceAll(':', '-');
}
