import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFile } from './db/sqlite-file.ts';

/** The data folder cannot be used; the message is for the operator. */
export class DataFolderError extends Error {}

export type DataFolder = {
  databasePath: string;
  secretPath: string;
};

export function describeDataFolder(path: string): DataFolder {
  return { databasePath: join(path, 'kisima.db'), secretPath: join(path, 'server-secret') };
}

/** Makes the folder, readable by its owner alone. */
export async function makeDataFolder(path: string): Promise<DataFolder> {
  try {
    const made = await mkdir(path, { recursive: true, mode: 0o700 });
    // The mode of mkdir is cut by the umask, never widened; a folder that was there stays as it is.
    if (made) await chmod(path, 0o700);
  } catch (error) {
    throw new DataFolderError(`The data folder ${path} cannot be made: ${messageOf(error)}`);
  }
  return describeDataFolder(path);
}

/**
 * The server's secret: 256 random bits, made at the first start and kept in a file that only its
 * owner can read.
 */
export async function readOrMakeSecret(path: string): Promise<Buffer> {
  try {
    await writeFile(path, `${randomBytes(32).toString('base64url')}\n`, {
      mode: 0o600,
      flag: 'wx',
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new DataFolderError(`The server secret cannot be written: ${messageOf(error)}`);
    }
  }
  const text = (await readFile(path, 'utf8')).trim();
  if (text.length < 32) throw new DataFolderError(`${path} does not hold a server secret.`);
  return Buffer.from(text);
}

/**
 * Claims the folder for this process. The claim is a lock of the operating system on a file of its
 * own (held by SQLite's exclusive mode), so it ends with the process, however that ends.
 * @throws DataFolderError when another server holds it.
 */
export function lockDataFolder(path: string): { release: () => void } {
  const file = lockFile(join(path, 'kisima.lock'));
  if (!file) throw new DataFolderError(`Another Kisima server uses the data folder ${path}.`);
  return { release: () => file.close() };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
