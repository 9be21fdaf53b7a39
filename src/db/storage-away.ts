/** Connections that could not be made or broke; `node:net` and `pg` name them so. */
const connectionCodes = /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/**
 * SQLSTATE classes and codes that tell of the server and not of the statement: connection exceptions,
 * insufficient resources, shutdown, a deadlock or a timeout, a database that lets nobody in.
 */
const serverStates = /^(08\w{3}|53\w{3}|57P0\d|57014|40001|40P01|3D000|55000)$/;
/** A disk that is full, broken or gone, and a file that somebody else holds. */
const fileCodes = /^SQLITE_(BUSY|FULL|IOERR|CANTOPEN|PROTOCOL|NOMEM|READONLY)/;
/** What is thrown without a code: by `pg`, also when it can no longer roll back, and by our thread. */
const namelessFailures =
  /^(Connection terminated|timeout exceeded when trying|Query read timeout|Client has encountered a connection error|the database thread has ended)/;

/**
 * Whether a failure says that storage cannot serve just now, so that the same request may succeed
 * later, rather than that something was wrong with what was asked of it.
 */
export function isStorageAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errors } = error as Error & { code?: unknown; errors?: unknown[] };
  // Several addresses of one host failed, each in its own way.
  if (Array.isArray(errors)) return errors.some(isStorageAway);
  if (typeof code !== 'string') return namelessFailures.test(error.message);
  return connectionCodes.test(code) || serverStates.test(code) || fileCodes.test(code);
}
