import { setImmediate } from 'node:timers/promises';
import { Semaphore } from 'async-mutex';
import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import { type Claimer, holdAloneNow } from '../claimer.ts';
import { putBack } from '../message-update.ts';
import { findClaimed } from '../outbox-queries.ts';
import type { Committer } from './committer.ts';

type UnheardDeps = {
  db: Database;
  log: Logger;
  claimer: Pick<Claimer, 'id'>;
  committer: Committer;
};

/** More than claim at once; who takes all of these places is alone. */
const places = 1000;

/**
 * Finds messages that are claimed in this process's name without its knowing, and puts them back. A commit
 * whose answer is lost, with its connection or because the server took too long, may have taken place: what
 * it claimed would be left alone by all processes as long as this one lives.
 */
export function createUnheardClaims({ db, log, claimer, committer }: UnheardDeps) {
  const claiming = new Semaphore(places);
  let mayBeAny = false;

  /** All that is claimed in a name; undefined where a commit that we gave up is not over yet. */
  const findAll = (claimerId: number) =>
    db.transaction(async (trx) => {
      const isAlone = await holdAloneNow(trx, claimerId);
      return isAlone ? await findClaimed(trx, claimerId) : undefined;
    });

  const takeBackAlone = async (): Promise<void> => {
    // A claim that was answered a moment ago is noted within this cycle of the event loop.
    await setImmediate();
    const claimedBy = claimer.id();
    const claimed = await findAll(claimedBy);
    if (!claimed) return;
    const unheard = claimed
      .map(({ id, user_id, due_at }) => putBack({ id, userId: user_id, claimedBy }, due_at))
      .filter((message) => !committer.isClaimed(message));
    await committer.commit(unheard);
    mayBeAny = false;
    const count = unheard.length;
    if (count > 0) log.warn({ count }, 'messages were claimed without an answer and wait again');
  };

  return {
    mayBeAny: (): boolean => mayBeAny,
    /** Runs work that may claim messages. Its caller notes them as claimed at once. */
    whileClaiming: <T>(work: () => Promise<T>): Promise<T> =>
      claiming.runExclusive(async () => {
        try {
          return await work();
        } catch (error) {
          mayBeAny = true;
          throw error;
        }
      }),
    /**
     * Puts back messages whose claim was not answered, once nothing is being claimed. A failure is logged;
     * there may be some still.
     */
    takeBack: async (): Promise<void> => {
      try {
        await claiming.runExclusive(takeBackAlone, places);
      } catch (error) {
        log.error({ err: error }, 'what was claimed without an answer could not be put back yet');
      }
    },
  };
}
