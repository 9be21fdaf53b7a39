import { randomBytes } from 'node:crypto';
import { readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { describeDataFolder } from '../../data-folder.ts';
import { backupTable } from '../../db/put-back.ts';
import { openSqliteFile, type SqliteFile } from '../../db/sqlite/sqlite-file.ts';
import { toIso } from '../../kit/time/instant.ts';
import { hourMs } from '../../kit/time/units.ts';
import { readSecret } from '../../server-secret.ts';
import { CommandError } from '../command-error.ts';

const cacheKib = 16_384;

/** Suffixes of a database's files. */
export const sqliteEnds = ['', '-wal', '-shm', '-journal'];

/** No backup takes so long: one that is unfinished since then was killed. */
export const longestMs = 12 * hourMs;

/** What follows the name of a backup in those of its unfinished files; older versions drew nothing. */
const unfinishedEnd = /^(\.[\da-f]{12})?\.partial(-wal|-shm|-journal)?$/;

/** Makes a backup, whose age the server shows to Prometheus. */
export async function backUp(config: Config, target: string, now: number): Promise<number> {
  const bytes = await makeBackup(config, target, now);
  await markBackup(config, now);
  return bytes;
}

/**
 * Copies the database, as it is at one instant, into one file, also while a server runs on it, and checks
 * the copy. The server's secret goes with it, since device keys are derived from it: a holder of the file
 * has both.
 * @returns the size of the file in bytes.
 * @throws CommandError when there is nothing to copy or the file exists.
 */
export async function makeBackup(config: Config, target: string, now: number): Promise<number> {
  if (config.databaseUrl) {
    throw new CommandError('This installation uses PostgreSQL: back it up with pg_dump.');
  }
  const { databasePath, secretPath } = describeDataFolder(config.dataDir);
  if (!(await exists(databasePath))) {
    throw new CommandError(`There is no database in ${config.dataDir}.`);
  }
  if (target.startsWith('-')) throw new CommandError(`${target} is an option, not a file.`);
  const path = resolve(target);
  if (await exists(path)) throw isThere(path);
  const secret = config.serverSecret ?? (await readSecret(secretPath));
  if (secret === undefined) {
    throw new CommandError(`There is no ${secretPath}: set SERVER_SECRET as the server has it.`);
  }

  await removeKilled(path, now - longestMs);
  const partial = `${path}.${drawn()}.partial`;
  const removePartial = async () => {
    for (const end of sqliteEnds) await rm(`${partial}${end}`, { force: true });
  };
  try {
    // Made first, so that nobody else can read the copy while it grows; SQLite accepts an empty file.
    await writeFile(partial, '', { mode: 0o600, flag: 'wx' });
    copyDatabase(databasePath, partial);
    addSecret(partial, secret, now);
    refuseDamage(partial);
    if (await exists(path)) throw isThere(path);
    await rename(partial, path);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError('The backup was not made.', { cause: error });
  } finally {
    await removePartial();
  }
  return (await stat(path)).size;
}

/**
 * Removes what backups to a file left that were killed: each holds all data and the server secret.
 * @param before instant of their last change
 */
async function removeKilled(path: string, before: number): Promise<void> {
  const folder = dirname(path);
  const name = basename(path);
  for (const other of await readdir(folder).catch(() => [])) {
    if (!other.startsWith(name) || !unfinishedEnd.test(other.slice(name.length))) continue;
    const left = join(folder, other);
    const { mtimeMs } = await stat(left).catch(() => ({ mtimeMs: before }));
    // What cannot be removed is no reason to make no backup.
    if (mtimeMs < before) await rm(left, { force: true }).catch(() => {});
  }
}

/** Part of the name of an unfinished file: another backup to the same name has files of its own. */
export function drawn(): string {
  return randomBytes(6).toString('hex');
}

function isThere(path: string): CommandError {
  return new CommandError(`${path} exists already: name a new file.`);
}

/** `VACUUM INTO` reads within one transaction, so writers go on and the copy is of one instant. */
function copyDatabase(from: string, to: string): void {
  const file = openSqliteFile(from, { readonly: true, cacheKib });
  try {
    file.prepare('vacuum into ?').run(to);
  } finally {
    file.close();
  }
}

/** Touches a file by whose age the server shows that of the last backup. */
export async function markBackup({ dataDir }: Config, now: number): Promise<void> {
  const { backupMarkPath: path } = describeDataFolder(dataDir);
  try {
    await writeFile(path, '', { mode: 0o600 });
    await utimes(path, now / 1000, now / 1000);
  } catch {
    // With a read-only folder the backup is made all the same.
  }
}

/** Reads the copy from its disk: older ones may go once it is there. An empty file is whole, too, and no backup. */
function refuseDamage(path: string): void {
  const file = openSqliteFile(path, { readonly: true, cacheKib });
  try {
    const found = file.pragma('quick_check', { simple: true });
    if (found !== 'ok') throw new Error(`the copy is damaged: ${found}`);
    if (!hasSchema(file)) throw new Error('the copy is no database of Kisima');
  } finally {
    file.close();
  }
}

function hasSchema(file: SqliteFile): boolean {
  const isThere = file.prepare(`select 1 from sqlite_schema where name = 'kysely_migration'`).get();
  return (
    isThere !== undefined && file.prepare('select 1 from kysely_migration').get() !== undefined
  );
}

function addSecret(path: string, secret: string, now: number): void {
  const file = openSqliteFile(path, { readonly: false, cacheKib });
  try {
    file.pragma('journal_mode = DELETE');
    // A backup that was put back by hand has one already, and perhaps with another secret.
    file.exec(`drop table if exists ${backupTable}`);
    file.exec(`create table ${backupTable} (created_at text not null, secret text not null)`);
    file.prepare(`insert into ${backupTable} values (?, ?)`).run(toIso(now), secret);
  } finally {
    file.close();
  }
}

export async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
