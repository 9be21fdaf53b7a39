import { statSync } from 'node:fs';

/** The file of an open database is not at its path any more. */
export class MovedError extends Error {
  /** SQLite's own code, which it checks only where it has no write-ahead log. */
  readonly code = 'SQLITE_READONLY_DBMOVED';

  constructor(path: string) {
    super(`the database file ${path} is not the one that was opened`);
  }
}

/**
 * Watches that the files of an open database are still the ones at their paths. A file that was deleted,
 * moved or replaced takes writes as before, and all of them are lost with the process.
 * @param path of a database that was just opened.
 * @param restMs after a check that found all in place, no check is made for so long. Since Linux 6.13 a
 * file's times are exact for a process that has read them, so the write that follows a check changes its
 * inode, too, and its sync takes 60 µs longer. Deleting a file loses all that is in it, of which the rest
 * of a moment is little.
 * @returns a check that throws MovedError while they are not.
 */
export function watchPlace(path: string, restMs = 0): () => void {
  const parts = [path, `${path}-wal`].map((name) => ({ name, first: identityOf(name) }));
  let nextLookAt = 0;
  return () => {
    const now = performance.now();
    if (now < nextLookAt) return;
    for (const part of parts) {
      // The log is made by the first transaction.
      part.first ??= identityOf(part.name);
      requirePlace(part.name, part.first);
    }
    nextLookAt = now + restMs;
  };
}

/** @throws MovedError if another file is there than the one that was opened. */
export function requirePlace(path: string, identity: string | undefined): void {
  if (identity !== undefined && identityOf(path) !== identity) throw new MovedError(path);
}

/** Tells a file from any other that exists at the same time; undefined if there is none. */
export function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}
