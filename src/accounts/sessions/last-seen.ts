import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { growingTo } from '../../kit/growing-to.ts';
import { hourMs } from '../../kit/time/units.ts';

type Used<Id> = { id: Id; lastSeenAt: number; now: number };

const mostRemembered = 10_000;

/**
 * Stores that sessions or tokens are in use, once an hour each and behind the request, so that their list
 * costs no write a request. A clock that was put back counts as an hour too.
 * @param save stores one instant in place of another.
 */
export function createLastSeen<Id extends string | number>(
  save: (seen: { id: Id; from: number; to: number }) => Promise<void>,
  log: Logger,
): (used: Used<Id>) => void {
  // Last tries, so that storage that takes no writes is not tried at every request.
  const triedAt = new LRUCache<Id, number>(growingTo(mostRemembered));
  const isDue = (before: number, now: number) => Math.abs(now - before) >= hourMs;

  return ({ id, lastSeenAt, now }) => {
    if (!isDue(lastSeenAt, now) || !isDue(triedAt.get(id) ?? lastSeenAt, now)) return;
    triedAt.set(id, now);
    save({ id, from: lastSeenAt, to: now }).catch((error: unknown) =>
      log.warn({ err: error }, 'when a session or token was last used could not be noted'),
    );
  };
}
