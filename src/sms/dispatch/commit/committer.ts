import type { Database } from '../../../db/database.ts';
import type { Work } from '../../../db/work.ts';
import { PassingMap } from '../../../kit/async/passing-map.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import type { ClockWatch } from '../../../kit/time/clock-watch.ts';
import type { StoredMessage } from '../../message.ts';
import { type Claimer, holdLiving } from '../claimer.ts';
import { followChanges } from '../follow-changes.ts';
import { type MessageUpdate, messageKey } from '../message-update.ts';
import type { DispatcherObserver } from '../observe-dispatcher.ts';
import { hasShares, type LaneWait } from '../poll.ts';
import { writeUpdates } from './apply.ts';
import { type Claimed, type ClaimMoment, claim } from './claim.ts';

/** The tasks of one durable transaction of the dispatcher. */
export type Commit = ClaimMoment & {
  updates: MessageUpdate[];
  /** The accounts that wait for places, by lane; null where nothing is to be claimed. */
  waiting: LaneWait[] | null;
};

export type Committed = Claimed & {
  /** Messages that the updates have changed, as they now are. */
  changed: { user_id: number; id: number; status: string }[];
};

const nothing = { messages: [], mayHaveMore: false, ended: [], stopped: [] };

/**
 * Applies what providers have answered, and claims what they have places for, unless the claimer was
 * declared dead. Done beside the connection: one message to the writer thread instead of one a statement.
 */
export const applyAndClaim: Work<Commit, Committed> = {
  url: import.meta.url,
  name: 'applyAndClaim',
  run: async (trx, engine, { updates, waiting, ...claims }) => {
    // Before any message, in the order of the recovery of a dead claimer's messages, so that neither waits
    // for the other.
    const mayClaim = waiting !== null && (await holdLiving(trx, claims.claimerId));
    const written = await writeUpdates(trx, engine, updates, claims.now);
    const taken = mayClaim ? await claim(trx, engine, waiting, claims) : nothing;
    const { messages, mayHaveMore } = taken;
    const changes = {
      moved: [...written.moved, ...taken.ended],
      returned: written.returned,
      stopped: [...written.stopped, ...taken.stopped],
    };
    await followChanges(trx, engine, changes, claims.now);
    const changed = written.changed.map(({ user_id, id, status }) => ({ user_id, id, status }));
    return { changed, messages, mayHaveMore };
  },
};

type CommitDeps = {
  db: Database;
  clock: Clock;
  clockWatch: Pick<ClockWatch, 'cautious'>;
  claimer: Pick<Claimer, 'id'>;
  onApplied: (updates: MessageUpdate[]) => void;
  observer?: DispatcherObserver;
};

/** The durable transactions of a dispatcher, and the messages that it has claimed and not yet settled in one. */
export function createCommitter(deps: CommitDeps) {
  const { db, clock, clockWatch, claimer, onApplied, observer } = deps;
  const claimed = new PassingMap<string, StoredMessage>();

  /** Applies updates and claims messages in one transaction; without either there is none. */
  const commit = async (
    updates: MessageUpdate[],
    waiting: LaneWait[] | null = null,
  ): Promise<Committed> => {
    if (updates.length === 0 && !hasShares(waiting))
      return { changed: [], messages: [], mayHaveMore: false };
    const start = performance.now();
    const committed = await db.perform(applyAndClaim, {
      updates,
      waiting,
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
