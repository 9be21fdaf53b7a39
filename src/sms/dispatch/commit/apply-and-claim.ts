import type { Work } from '../../../db/work.ts';
import { holdLiving } from '../claimer.ts';
import type { MessageUpdate } from '../message-update.ts';
import type { Waiting } from '../poll.ts';
import { applyUpdates } from './apply.ts';
import { type Claimed, type Claims, claim } from './claim.ts';

/** The tasks of one durable transaction of the dispatcher. */
export type Commit = Claims & {
  updates: MessageUpdate[];
  /** The accounts that wait for the places; null where nothing is to be claimed. */
  waiting: Waiting | null;
};

export type Committed = Claimed & {
  /** Messages that the updates have changed, as they now are. */
  changed: { user_id: number; id: number; status: string }[];
};

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
    const applied = await applyUpdates(trx, engine, updates, claims.now);
    const changed = applied.map(({ user_id, id, status }) => ({ user_id, id, status }));
    if (!mayClaim) return { changed, messages: [], mayHaveMore: false };
    return { changed, ...(await claim(trx, engine, waiting, claims)) };
  },
};
