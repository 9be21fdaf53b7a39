import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rm } from 'node:fs/promises';
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
    const known = await readSecret(path);
    if (known === undefined) await keepSecret(path, randomBytes(32).toString('base64url'));
    // Another process may have been the first; what stands in the file counts.
    const text = known ?? (await readSecret(path)) ?? '';
    if (text.length < 32) throw new Error(`${path} does not hold a server secret`);
    return Buffer.from(text);
  } catch (error) {
    throw new DataFolderError(`The server secret cannot be read or made: ${messageOf(error)}.`);
  }
}

/** The secret as it stands in its file; undefined where there is no file. */
export async function readSecret(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * Writes the secret, unless there is one. The file appears whole or not at all, and it is on the disk
 * before anything rests on it: devices keep keys that are derived from it.
 */
export async function keepSecret(path: string, secret: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${secret}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(draft, path);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Claims the folder for this process. The claim is a lock of the operating system on a file of its
 * own (held by SQLite's exclusive mode), so it ends with the process, however that ends.
 * @throws DataFolderError when another server holds it.
 */
export function lockDataFolder(path: string): { release: () => void } {
  const file = openLock(path);
  if (!file) throw new DataFolderError(`Another Kisima server uses the data folder ${path}.`);
  return { release: () => file.close() };
}

function openLock(path: string): ReturnType<typeof lockFile> {
  try {
    return lockFile(join(path, 'kisima.lock'));
  } catch (error) {
    throw new DataFolderError(`The data folder ${path} cannot be used: ${messageOf(error)}.`);
  }
}

function isCode(error: unknown, code: string): boolean {
  return (error as { code?: unknown }).code === code;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
