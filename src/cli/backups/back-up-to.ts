import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { withDeadline } from '../../kit/async/deadline.ts';
import { reasonOf } from '../../kit/refusal.ts';
import { CommandError, CommandFailure } from '../command-error.ts';
import { makeBackup, markBackup } from './backup.ts';
import { backupName, expiredBackups } from './backup-names.ts';
import { type BackupPlace, folderPlace } from './backup-place.ts';

type Order = {
  /** A folder, or `s3://bucket/prefix`. */
  to: string;
  /** How many are to stay; all where that is not said. */
  keep: number | undefined;
};

export type Stored = { where: string; bytes: number; removed: string[] };

/**
 * Makes a backup, checks it and stores it under a name that tells its time; then, and only then, removes
 * older ones of such names.
 * @throws CommandError when nothing could be made or the place is none; CommandFailure when it was made
 *   and could not be stored, or when what is too old could not be removed.
 */
export async function backUpTo(config: Config, { to, keep }: Order, now: number): Promise<Stored> {
  const isBucket = /^s3:/i.test(to);
  const name = backupName(now);
  const where = `${to.replace(/\/+$/, '')}/${name}`;
  // What goes elsewhere is made beside the database, where there is a disk that holds as much.
  const folder = isBucket ? config.dataDir : resolve(to);
  const place = isBucket ? await openBucket(config, to) : folderPlace(folder);
  if (!isBucket) await makeFolder(folder);
  const file = join(folder, name);
  const bytes = await makeBackup(config, file, now);
  try {
    const storing = 'storing the backup';
    const deadlineMs = config.s3.deadlineMs;
    await withDeadline(storing, deadlineMs, place.store(file, name)).catch(
      failAs(`The backup was not stored in ${to}.`),
    );
    await markBackup(config, now);
    if (keep === undefined) return { where, bytes, removed: [] };
    const removing = removeOld(place, { made: name, keep });
    const removed = await withDeadline('removing old backups', deadlineMs, removing).catch(
      failAs(`The backup is ${where}, but older ones could not be removed.`),
    );
    return { where, bytes, removed };
  } finally {
    if (isBucket) await rm(file, { force: true });
  }
}

async function openBucket(config: Config, to: string): Promise<BackupPlace> {
  const { s3Place } = await import('./s3-place.ts');
  return s3Place(config.s3, to);
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CommandError(`The folder ${folder} cannot be made.`, { cause: error });
  }
}

async function removeOld(
  place: BackupPlace,
  { made, keep }: { made: string; keep: number },
): Promise<string[]> {
  const names = await place.list();
  if (!names.includes(made)) throw new Error(`${made} is not in the list`);
  const expired = expiredBackups(names, made, keep);
  for (const name of expired) await place.remove(name);
  return expired;
}

/** The reason stands in parentheses, as that of every command. */
function failAs(message: string): (error: unknown) => never {
  return (error) => {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new CommandFailure(message, { cause: new Error(reasonOf(reason)) });
  };
}
