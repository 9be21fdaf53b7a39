/** The SQLSTATE of that name. */
const lockNotAvailable = '55P03';

/** Somebody else's transaction holds rows of the device. */
export class BlockedError extends Error {
  readonly code = lockNotAvailable;
}

/** Whether a statement has waited too long for a row that somebody else's transaction holds. */
export function isBlocked(error: unknown): boolean {
  return (error as { code?: unknown }).code === lockNotAvailable;
}

/**
 * Whether a failure can lie in a row (a constraint, a value that the engine refuses), rather than in
 * the storage as a whole, where trying the halves would only ask a sick disk again and again.
 * PostgreSQL: SQLSTATE classes 22 and 23; SQLite: constraint, mismatch, too big; ours: packed readings that cannot
 * be opened.
 */
export function isAboutOneRow(error: unknown): boolean {
  const code = (error as { code?: string } | undefined)?.code ?? '';
  return /^(22|23)|^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)|^(DAMAGED_READINGS|BATCH_STEP_FAILED)$/.test(
    code,
  );
}
