/**
 * Codes of connections that could not be made or broke, as `node:net`, `node:tls` and `pg` name them. A
 * certificate that has expired or is not the expected one is no fault of the request either.
 */
const connectionCodes =
  /^(ECONN\w+|EPIPE|EPROTO|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ERR_(TLS|SSL)_\w+|CERT_\w+|\w*SELF_SIGNED_CERT\w*|UNABLE_TO_\w+)$/;
/**
 * SQLSTATE classes and codes of a server that refuses or ends connections: connection exceptions, refused
 * logins, too many connections, shutdown, a transaction that was idle for too long, a missing database.
 */
const refusalStates = /^(08\w{3}|28\w{3}|53300|57P0\d|25P03|3D000|55000)$/;
/**
 * Insufficient resources, a deadlock or a timeout, also of a wait for a lock, a server that is only a
 * standby by now.
 */
const distressStates = /^(53\w{3}|57014|40001|40P01|55P03|25006)$/;
/** A disk that is full, broken or gone, and a file that another process holds. */
const fileCodes = /^SQLITE_(BUSY|FULL|IOERR|CANTOPEN|PROTOCOL|NOMEM|READONLY)/;
/** A disk without room. */
const fullCodes = /^(SQLITE_FULL|53100)$/;
/** Damaged pages; PostgreSQL's codes are data_corrupted and index_corrupted. */
const damageCodes = /^(SQLITE_CORRUPT\w*|SQLITE_NOTADB|XX00[12])$/;
/** Messages of errors without a code, thrown by `pg`, also when it can no longer roll back. */
const namelessBreaks =
  /^(Connection terminated|timeout expired|Client has encountered a connection error|Client was closed|The server does not support SSL|There was an error establishing an SSL)/;
/** No answer at all, not even that the statement took too long. */
const silence = /^Query read timeout/;
/** Our own thread has ended, or every connection is in use. */
const namelessDistress = /^(timeout exceeded when trying|the database thread has ended)/;

/**
 * True if storage cannot serve just now, so that the same request may succeed later; false if something was
 * wrong with the request.
 */
export function isStorageAway(error: unknown): boolean {
  if (isUnreachable(error) || isSilence(error)) return true;
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code === undefined) return namelessDistress.test(error.message);
  return distressStates.test(code) || fileCodes.test(code) || damageCodes.test(code);
}

export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && fullCodes.test(codeOf(error) ?? '');
}

/** True if the engine met pages that are not what it wrote; no later try mends that. */
export function isStorageDamaged(error: unknown): boolean {
  return error instanceof Error && damageCodes.test(codeOf(error) ?? '');
}

/** True if the file of the embedded database is not the one that was opened. */
export function isStorageMoved(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === 'SQLITE_READONLY_DBMOVED';
}

/** True if there is no server to talk to, or none that lets us in; one that is busy is there. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errors } = error as Error & { errors?: unknown[] };
  // Several addresses of one host failed, each in its own way.
  if (Array.isArray(errors)) return errors.some(isUnreachable);
  const code = codeOf(error);
  if (code === undefined) return namelessBreaks.test(error.message);
  return connectionCodes.test(code) || refusalStates.test(code) || isMissingSocket(error);
}

/** A server on this machine that was stopped leaves no socket behind. */
function isMissingSocket(error: Error): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' && syscall === 'connect';
}

/** True if a connection carries nothing any more without breaking, as behind a pulled cable. */
export function isSilence(error: unknown): error is Error {
  return error instanceof Error && codeOf(error) === undefined && silence.test(error.message);
}

function codeOf(error: Error): string | undefined {
  const { code } = error as Error & { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
