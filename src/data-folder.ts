import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import { lockFile } from './db/sqlite/sqlite-file.ts';
import { withRemedy } from './kit/refusal.ts';

/** The data folder cannot be used; the message is for the operator. */
export class DataFolderError extends Error {}

export type DataFolder = {
  databasePath: string;
  secretPath: string;
  /** Empty file whose age is that of the last backup. */
  backupMarkPath: string;
  /** Copy of `database_home`, drawn anew with each start on SQLite. */
  homeMarkPath: string;
};

export function describeDataFolder(path: string): DataFolder {
  return {
    databasePath: join(path, 'kisima.db'),
    secretPath: join(path, 'server-secret'),
    backupMarkPath: join(path, 'last-backup'),
    homeMarkPath: join(path, 'kisima.home'),
  };
}

/** Makes the folder, readable by its owner alone. */
export async function makeDataFolder(path: string): Promise<DataFolder> {
  try {
    const made = await makeWithParents(resolve(path));
    // The umask only removes bits from the mode of mkdir; an existing folder stays as it is.
    if (made) await chmod(path, 0o700);
  } catch (error) {
    throw new DataFolderError(`The data folder ${path} cannot be made: ${reasonOf(error)}.`);
  }
  return describeDataFolder(path);
}

/**
 * Makes a folder and those above it. Node's own `recursive` never ends in a folder where none can be made,
 * such as `/proc`.
 * @returns false if it existed.
 */
async function makeWithParents(path: string): Promise<boolean> {
  if ((await stat(path).catch(() => undefined))?.isDirectory()) return false;
  const parent = dirname(path);
  if (parent !== path) await makeWithParents(parent);
  await mkdir(path, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
    const isThere = error.code === 'EEXIST' && (await stat(path)).isDirectory();
    if (!isThere) throw error;
  });
  return true;
}

/** Mode bits by which anybody but the owner may read or write. */
const bitsOfOthers = 0o077;

/**
 * Finds files and folders of the data folder that others than its owner may read or write: an existing or a
 * copied folder keeps its mode. Windows has no such modes.
 */
export async function findOpenToOthers(path: string): Promise<string[]> {
  if (process.platform === 'win32') return [];
  const { databasePath, secretPath } = describeDataFolder(path);
  const modes = await Promise.all([path, databasePath, secretPath].map(modeOf));
  return modes.flatMap(({ path, mode }) => ((mode & bitsOfOthers) === 0 ? [] : [path]));
}

async function modeOf(path: string): Promise<{ path: string; mode: number }> {
  const found = await stat(path).catch(() => undefined);
  return { path, mode: found?.mode ?? 0 };
}

/**
 * Claims the folder for this process. The claim is a lock of the operating system on a file of its own
 * (held by SQLite's exclusive mode), so it ends with the process, in any way.
 * @throws DataFolderError when another server holds it.
 */
export function lockDataFolder(path: string): { release: () => void } {
  const file = openLock(path);
  if (!file) {
    throw new DataFolderError(
      `Another Kisima server uses the data folder ${resolve(path)}. Stop it first, or set another DATA_DIR.`,
    );
  }
  return { release: () => file.close() };
}

function openLock(path: string): ReturnType<typeof lockFile> {
  try {
    return lockFile(join(path, 'kisima.lock'));
  } catch (error) {
    throw new DataFolderError(`The data folder ${path} cannot be used: ${reasonOf(error)}.`);
  }
}

/** Reason from the system, without the name of its call. */
function reasonOf(error: unknown): string {
  const { errno, message } = error as NodeJS.ErrnoException;
  return withRemedy(errno === undefined ? message : getSystemErrorMessage(errno), error);
}
