import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { StartError } from './kit/start-error.ts';

/** A restore that has begun to move files. */
export type UnfinishedRestore = {
  /** Folder in the data folder for the files of before. */
  kept: string;
  /** Names of the files of before. */
  files: string[];
};

const markOf = (dataDir: string) => join(dataDir, 'restore-unfinished');

/** Finds a restore that was cut off; undefined without one. */
export async function findUnfinishedRestore(
  dataDir: string,
): Promise<UnfinishedRestore | undefined> {
  const text = await readFile(markOf(dataDir), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as UnfinishedRestore);
}

/** Stores that files are being moved; the note is there whole or not at all. */
export async function noteRestore(dataDir: string, restore: UnfinishedRestore): Promise<void> {
  const draft = `${markOf(dataDir)}.draft`;
  await writeFile(draft, JSON.stringify(restore), { mode: 0o600 });
  await rename(draft, markOf(dataDir));
}

export async function endRestore(dataDir: string): Promise<void> {
  await rm(markOf(dataDir));
}

/**
 * Moves the files of before to their folder. A file at a place that was moved already comes from a restore
 * that was cut off: it is deleted.
 */
export async function putAside(paths: string[], { kept, files }: UnfinishedRestore): Promise<void> {
  for (const path of paths) {
    const aside = join(dirname(path), kept, basename(path));
    const isTheirs = files.includes(basename(path)) && !(await isThere(aside));
    if (isTheirs) await rename(path, aside);
    else await rm(path, { force: true });
  }
}

export async function isThere(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}

/**
 * Refuses to work with a data folder that may hold files of two installations.
 * @throws StartError where a restore was cut off.
 */
export async function refuseUnfinishedRestore(dataDir: string): Promise<void> {
  if (!(await isThere(markOf(dataDir)))) return;
  throw new StartError(
    'A restore was cut off while it moved files: run kisima restore again, with the same backup or another. ' +
      'What stood there before is kept.',
  );
}
