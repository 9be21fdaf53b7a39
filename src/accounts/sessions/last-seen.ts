import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Db } from '../../db/db.ts';
import { growingTo } from '../../kit/growing-to.ts';
import { hourMs } from '../../kit/time/units.ts';
import { updateLastSeen } from './queries.ts';

type Used = { id: string; lastSeenAt: number; now: number };

const mostRemembered = 10_000;

/**
 * Stores that sessions are in use, once an hour each and behind the request, so that the list of sessions
 * costs no write a request. A clock that was put back counts as an hour too.
 */
export function createLastSeen(db: Db, log: Logger): (used: Used) => void {
  // Last tries, so that storage that takes no writes is not tried at every request.
  const triedAt = new LRUCache<string, number>(growingTo(mostRemembered));
  const isDue = (before: number, now: number) => Math.abs(now - before) >= hourMs;

  return ({ id, lastSeenAt, now }) => {
    if (!isDue(lastSeenAt, now) || !isDue(triedAt.get(id) ?? lastSeenAt, now)) return;
    triedAt.set(id, now);
    updateLastSeen(db, { id, from: lastSeenAt, to: now }).catch((error: unknown) =>
      log.warn({ err: error }, 'when a session was last seen could not be noted'),
    );
  };
}
