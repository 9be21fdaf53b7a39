import type { Database } from '../../../db/database.ts';
import { PassingMap } from '../../../kit/async/passing-map.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import type { ClockWatch } from '../../../kit/time/clock-watch.ts';
import type { StoredMessage } from '../../message.ts';
import type { Claimer } from '../claimer.ts';
import { type MessageUpdate, messageKey } from '../message-update.ts';
import type { DispatcherObserver } from '../observe-dispatcher.ts';
import { isAnyInvited, type Waiting } from '../poll.ts';
import { applyAndClaim, type Committed } from './apply-and-claim.ts';

type CommitDeps = {
  db: Database;
  clock: Clock;
  clockWatch: Pick<ClockWatch, 'cautious'>;
  claimer: Pick<Claimer, 'id'>;
  onApplied: (updates: MessageUpdate[]) => void;
  observer?: DispatcherObserver;
};

/** Accounts that a commit may claim messages of, and the places for these. */
type Claims = { waiting: Waiting | null; places: number };

/** The durable transactions of a dispatcher, and the messages that it has claimed and not yet settled in one. */
export function createCommitter(deps: CommitDeps) {
  const { db, clock, clockWatch, claimer, onApplied, observer } = deps;
  const claimed = new PassingMap<string, StoredMessage>();

  /** Applies updates and claims messages in one transaction; without either there is none. */
  const commit = async (
    updates: MessageUpdate[],
    { waiting, places }: Claims = { waiting: null, places: 0 },
  ): Promise<Committed> => {
    if (updates.length === 0 && !isAnyInvited(waiting))
      return { changed: [], messages: [], mayHaveMore: false };
    const start = performance.now();
    const committed = await db.perform(applyAndClaim, {
      updates,
      waiting,
      places,
      now: clock(),
      cautiousNow: clockWatch.cautious(),
      claimerId: claimer.id(),
    });
    const count = updates.length + committed.messages.length;
    if (count > 0) observer?.committed(count, (performance.now() - start) / 1000);
    for (const { isLate, userId, id } of updates) {
      // A message that is answered late may have been claimed again meanwhile.
      if (!isLate) claimed.delete(messageKey(userId, id));
    }
    if (updates.length > 0) onApplied(updates);
    return committed;
  };

  return {
    commit,
    /** Notes a message as claimed, until a commit has applied what became of it. */
    noteClaimed: (message: StoredMessage): void => {
      claimed.set(messageKey(message.userId, message.id), message);
    },
    isAnyClaimed: (): boolean => claimed.size > 0,
    isClaimed: ({ userId, id }: { userId: number; id: number }): boolean =>
      claimed.has(messageKey(userId, id)),
  };
}

export type Committer = ReturnType<typeof createCommitter>;
