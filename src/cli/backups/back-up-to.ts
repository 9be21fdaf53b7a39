import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { withDeadline } from '../../kit/async/deadline.ts';
import { reasonOf } from '../../kit/refusal.ts';
import { systemClock } from '../../kit/time/clock.ts';
import { toIso } from '../../kit/time/instant.ts';
import { CommandError, CommandFailure } from '../command-error.ts';
import { backUp, drawn, longestMs, makeBackup, markBackup } from './backup.ts';
import { type BackupPlace, folderPlace } from './backup-place.ts';

const pattern = /^kisima-\d{8}T\d{6}Z\.db$/;
/** A backup that is being made, or sent to a bucket, with the files that SQLite keeps beside it. */
const unfinished =
  /^kisima-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db(\.[\da-f]{12})?\.(sending|partial|sending(\.[\da-f]{12})?\.partial)(-wal|-shm|-journal)?$/;

/** Name with the second in UTC, so that the alphabetical order is that of time. */
export function backupName(now: number): string {
  return `kisima-${toIso(now).slice(0, 19).replaceAll(/[-:]/g, '')}Z.db`;
}

/** True if a file has such a name, and may be removed by a later backup. */
export function isBackupName(name: string): boolean {
  return pattern.test(name);
}

/**
 * Backups to remove once `made` is there and `keep` are to stay: the oldest by name. A file with another
 * name is nobody's backup, and `made` stays also where a clock that was wrong has made newer names.
 */
export function expiredBackups(names: string[], made: string, keep: number): string[] {
  const others = names.filter((name) => isBackupName(name) && name !== made);
  return others
    .sort()
    .reverse()
    .slice(Math.max(0, keep - 1));
}

type Order = {
  /** A folder, or `s3://bucket/prefix`. */
  to: string;
  /** Backups to keep; all by default. */
  keep: number | undefined;
};

export type Stored = { where: string; bytes: number; removed: string[] };

/**
 * Makes a backup, checks it and stores it under a name with its time; then, and only then, removes older
 * ones of such names.
 * @throws CommandError when nothing could be made or the place is invalid; CommandFailure when it was made
 * and could not be stored, or when an expired one could not be removed.
 */
export async function backUpTo(config: Config, { to, keep }: Order, now: number): Promise<Stored> {
  const isBucket = /^s3:/i.test(to);
  const name = backupName(now);
  const where = `${to.replace(/\/+$/, '')}/${name}`;
  // A backup for a bucket is made beside the database, where the disk has room for as much.
  const folder = isBucket ? config.dataDir : resolve(to);
  const place = isBucket ? await openBucket(config, to) : folderPlace(folder);
  if (!isBucket) await makeFolder(folder);
  await removeKilled(folder, now - Math.max(longestMs, config.s3.deadlineMs));
  const file = join(folder, isBucket ? `${name}.${drawn()}.sending` : name);
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

/** Removes what backups left that were killed before an instant: each holds all data and the server secret. */
async function removeKilled(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [whole, year, month, ...time] = unfinished.exec(name) ?? [];
    if (whole === undefined) continue;
    const [day, hour, minute, second] = time.map(Number);
    const begunAt = Date.UTC(Number(year), Number(month) - 1, day, hour, minute, second);
    if (begunAt < before) await rm(join(folder, name), { force: true });
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

/** The reason is in parentheses, as in every command. */
function failAs(message: string): (error: unknown) => never {
  return (error) => {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new CommandFailure(message, { cause: new Error(reasonOf(reason)) });
  };
}

export type BackupOptions = { to?: string; keep?: string };

const caution = 'It holds the server secret: keep it as safe as that.';

/**
 * `kisima backup`, into one file or to a place of many.
 * @returns lines for the terminal.
 * @throws CommandError of a wrong call, and as `backUp` and `backUpTo` do.
 */
export async function runBackup(
  config: Config,
  file: string | undefined,
  { to, keep }: BackupOptions,
): Promise<string[]> {
  if (file !== undefined && to !== undefined) throw new CommandError(`${file} or --to, not both.`);
  if (to === undefined && keep !== undefined)
    throw new CommandError('--keep needs a place by --to.');
  if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep)) {
    throw new CommandError('--keep is a number, 1 or more.');
  }
  if (to !== undefined) {
    const order = { to, keep: keep === undefined ? undefined : Number(keep) };
    const { where, bytes, removed } = await backUpTo(config, order, systemClock());
    return [`${where}: ${bytes} bytes. ${caution}`, ...removed.map((name) => `Removed ${name}.`)];
  }
  if (file === undefined) throw new CommandError('Name a new file, or a place by --to.');
  return [`${file}: ${await backUp(config, file, systemClock())} bytes. ${caution}`];
}
