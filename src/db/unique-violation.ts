const codes = ['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'];

/** Whether an engine refused a row because there is one with the same key, also by a transaction beside. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
}
