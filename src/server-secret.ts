import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import type { Config } from './config.ts';
import { DataFolderError } from './data-folder.ts';
import { withRemedy } from './kit/refusal.ts';
import { StartError } from './kit/start-error.ts';

/**
 * Server's secret, before the database is opened: the setting's, else the one in the data folder.
 * @returns undefined where there is none yet.
 */
export async function findServerSecret(
  { serverSecret }: Pick<Config, 'serverSecret'>,
  path: string,
): Promise<Buffer | undefined> {
  if (serverSecret !== undefined) return Buffer.from(serverSecret);
  try {
    const text = await readSecret(path);
    if (text !== undefined && text.length < 32) {
      throw new Error(`${path} does not hold a server secret`);
    }
    return text === undefined ? undefined : Buffer.from(text);
  } catch (error) {
    throw new DataFolderError(`The server secret cannot be read: ${messageOf(error)}.`);
  }
}

/** Makes the server's secret, 256 random bits, unless another process has just made it. */
export async function makeServerSecret(path: string): Promise<Buffer> {
  try {
    await keepSecret(path, randomBytes(32).toString('base64url'));
    return Buffer.from((await readSecret(path)) ?? '');
  } catch (error) {
    const reason = withRemedy(messageOf(error), error);
    throw new DataFolderError(`The server secret cannot be made: ${reason}.`);
  }
}

/**
 * A secret without its database: either the wrong one is named, or it was lost. Nothing is begun anew
 * unasked.
 */
export function databaseIsMissing(secretPath: string): StartError {
  return new StartError(
    `The database is empty, yet ${secretPath} is there from an earlier one. ` +
      'Put that database back (kisima restore) or name it in DATABASE_URL. ' +
      'To begin anew, move the secret away first.',
  );
}

/** A database without its secret: with another one no token and no device key would work. */
export function secretIsMissing(secretPath: string): StartError {
  return new StartError(
    `The database has accounts, yet their server secret is missing: put ${secretPath} back, or set ` +
      'SERVER_SECRET. If it is lost, write at least 32 random characters to that file: everybody ' +
      'then signs in anew, and devices that send a key need their new one.',
  );
}

/** Secret in its file; undefined without a file. */
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
 * before anything depends on it: devices keep keys that are derived from it.
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

function isCode(error: unknown, code: string): boolean {
  return (error as { code?: unknown }).code === code;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
