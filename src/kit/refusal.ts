/**
 * True if the engine or the system refused something, with a code of its own; an error without a code, or
 * with one of Node's (`ERR_…`), is a fault of ours.
 */
export function isRefusal(error: unknown): error is Error & { code: string } {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && !code.startsWith('ERR_');
}

/** Codes of the system, of a quota, of SQLite, also for the memory that its log shares, and of PostgreSQL. */
const diskIsFull = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', '53100'];

/**
 * Reason of a refusal, with the remedy where the disk is full. A host of several addresses fails once for
 * each; the first is enough.
 */
export function reasonOf(error: unknown): string {
  const [first = error] = error instanceof AggregateError ? error.errors : [];
  const { message } = first as Error;
  return withRemedy(message, first);
}

/** Text about a failure, with the remedy where the disk is full. */
export function withRemedy(said: string, error: unknown): string {
  const { code = '' } = error as { code?: string };
  if (!diskIsFull.includes(code)) return said;
  return `${said}; make room on that disk, then start again: what was stored is not lost`;
}
