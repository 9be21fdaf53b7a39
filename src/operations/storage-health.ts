import type { Logger } from 'pino';
import { isDiskFull, isStorageAway, isStorageDamaged, isStorageMoved } from '../db/storage-away.ts';
import { withDeadline } from '../kit/async/deadline.ts';

export type StorageState = 'up' | 'away' | 'full' | 'moved' | 'damaged';

type StorageHealthDeps = {
  log: Pick<Logger, 'fatal' | 'info'>;
  probeReading: () => Promise<void>;
  /** Rejects if storage takes no writes; costs a write. */
  probeWriting: () => Promise<void>;
};

export type StorageHealth = ReturnType<typeof createStorageHealth>;

/** Longest wait for a probe, since readiness checks do not wait long either. */
const probeDeadlineMs = 2000;

/**
 * Checks if storage can serve. A read is tried at each check; a write only after a request has failed
 * because of storage, until a write succeeds again. Damage is never forgotten while the program runs: a
 * page that was not read again is not repaired.
 */
export function createStorageHealth({ log, probeReading, probeWriting }: StorageHealthDeps) {
  let isSuspect = false;
  let isDamaged = false;
  let isMoved = false;

  /** Records the failure of a request; @returns true if storage is the cause. */
  const noticeFailure = (error: unknown): boolean => {
    if (!isStorageAway(error)) return false;
    isSuspect = true;
    if (isStorageDamaged(error) && !isDamaged) {
      isDamaged = true;
      log.fatal({ err: error }, 'the database is damaged: stop the server and run kisima doctor');
    }
    if (isStorageMoved(error) && !isMoved) {
      isMoved = true;
      log.fatal(
        { err: error },
        'the database file was deleted, moved or replaced, and nothing is stored any more: put it back, or stop the server, run kisima restore and start it',
      );
    }
    return true;
  };

  const probe = async (): Promise<void> => {
    await probeReading();
    if (!isSuspect) return;
    await probeWriting();
    isSuspect = false;
    if (isMoved) log.info('the database file is back in its place');
    isMoved = false;
  };

  const check = async (): Promise<StorageState> => {
    try {
      await withDeadline('the storage check', probeDeadlineMs, probe());
    } catch (error) {
      noticeFailure(error);
      if (isDamaged) return 'damaged';
      if (isStorageMoved(error)) return 'moved';
      return isDiskFull(error) ? 'full' : 'away';
    }
    return isDamaged ? 'damaged' : 'up';
  };

  return { noticeFailure, check };
}
