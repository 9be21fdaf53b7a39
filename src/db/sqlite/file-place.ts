import { statSync } from 'node:fs';

/** What is wrong with the file of a database that is open. */
export class MovedError extends Error {
  /** As SQLite calls it, which looks for it only where it has no write-ahead log. */
  readonly code = 'SQLITE_READONLY_DBMOVED';

  constructor(path: string) {
    super(`the database file ${path} is not the one that was opened`);
  }
}

/**
 * Watches whether the files of an open database are still the ones that stand at their paths. A file
 * that was deleted, moved or replaced takes writes as before, and all of them are lost with the process.
 * @param path of a database that was just opened.
 * @param restMs after a look that found all in place nobody looks again for so long. Since Linux 6.13 a
 * file's times are exact for whoever has looked at them, so the write that follows a look changes its
 * inode, too, and its sync takes 60 µs longer. Who deletes a file loses all that is in it, of which the
 * rest of a moment is little.
 * @returns throws MovedError while they are not.
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

/** @throws MovedError where another file stands there than the one that was opened before. */
export function requirePlace(path: string, identity: string | undefined): void {
  if (identity !== undefined && identityOf(path) !== identity) throw new MovedError(path);
}

/** Tells a file from any other that is there at the same time; undefined where there is none. */
export function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}
