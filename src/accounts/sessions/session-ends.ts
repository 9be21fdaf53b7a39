import type { Db } from '../../db/db.ts';
import type { Notices } from '../../db/notices.ts';
import { deleteOtherSessions, deleteSession, deleteSessionsOfUser } from './queries.ts';

/** Told whose sessions have ended; undefined where those of anybody may have, unheard. */
type EndsListener = (userId: number | undefined) => void;

/** Sessions of a user that somebody ends: one of them, all but one, or all. */
export type EndedByHand = { userId: number; only?: string; except?: string };

/** Ends, in the same transaction, what a person set up on the phones and computers of those sessions. */
export type EndWithSessions = (trx: Db, ended: EndedByHand) => Promise<void>;

type OwnSession = { userId: number; sessionId: string };

/**
 * Ends sessions before they expire, with what was set up in them, and tells those who hold on to a
 * session. A session that expires takes nothing with it: a phone that shows alerts goes on showing them.
 */
export type SessionEnds = {
  /** @returns false where the user has no such session that is still good. */
  endOne: (trx: Db, session: OwnSession, now: number) => Promise<boolean>;
  /** @returns how many ended that were still good. */
  endOthers: (trx: Db, kept: OwnSession, now: number) => Promise<number>;
  endAll: (trx: Db, userId: number) => Promise<void>;
  /** To be called after sessions of a user have ended for good. */
  tell: (userId: number) => void;
  listen: (listener: EndsListener) => void;
};

const channel = 'sessions-ended';

export function createSessionEnds(notices: Notices, endWithSessions: EndWithSessions): SessionEnds {
  const listeners: EndsListener[] = [];
  const pass: EndsListener = (userId) => {
    for (const listener of listeners) listener(userId);
  };
  notices.subscribe<number>(channel, { received: pass, missed: () => pass(undefined) });
  return {
    endOne: async (trx, session, now) => {
      const isEnded = await deleteSession(trx, session, now);
      const { userId, sessionId } = session;
      if (isEnded) await endWithSessions(trx, { userId, only: sessionId });
      return isEnded;
    },
    endOthers: async (trx, kept, now) => {
      const ended = await deleteOtherSessions(trx, kept, now);
      await endWithSessions(trx, { userId: kept.userId, except: kept.sessionId });
      return ended;
    },
    endAll: async (trx, userId) => {
      await deleteSessionsOfUser(trx, userId);
      await endWithSessions(trx, { userId });
    },
    tell: (userId) => {
      pass(userId);
      notices.publish(channel, userId);
    },
    listen: (listener) => void listeners.push(listener),
  };
}
