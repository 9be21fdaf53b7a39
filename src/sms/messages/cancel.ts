import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { followChanges } from '../dispatch/follow-changes.ts';
import { type Cancellation, cancelSome } from './cancel-queries.ts';

export type CancelDeps = {
  db: Database;
  clock: Clock;
  /** Called once events for webhooks are durable. */
  onEvents: () => void;
};

/** Messages of one transaction, so that nobody waits long behind it. */
const atOnce = 1000;

/**
 * Cancels what was not sent, a message or those of a job, and gives its credits back in the same
 * transactions. What is being submitted just then goes its way.
 * @throws 409 where nothing is left to cancel.
 */
export async function cancel(deps: CancelDeps, cancellation: Cancellation): Promise<void> {
  let cancelled = 0;
  let round = atOnce;
  while (round === atOnce) {
    round = await deps.db.transaction(async (trx) => {
      const changed = await cancelSome(trx, deps.db.engine, { ...cancellation, limit: atOnce });
      await followChanges(trx, deps.db.engine, changed, deps.clock());
      return changed.length;
    });
    cancelled += round;
  }
  if (cancelled > 0) return deps.onEvents();
  throw failures.conflict(
    'nothing_to_cancel',
    'Nothing is left to cancel: it was sent or has ended.',
  );
}
