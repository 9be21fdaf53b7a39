import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import type { Notices } from '../../db/notices.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { deleteOtherSessions, deleteSession, deleteSessionsOfUser } from './queries.ts';

/**
 * Called back with the user whose sessions have ended; undefined where that may be anybody, since notices
 * were missed.
 */
type EndsListener = (userId: number | undefined) => void;

/** Sessions of a user that are ended by a person: one of them, all but one, or all. */
export type EndedByHand = { userId: number; only?: string; except?: string };

/** Ends, in the same transaction, what a person set up on the phones and computers of those sessions. */
export type EndWithSessions = (trx: Db, ended: EndedByHand) => Promise<void>;

type OwnSession = { userId: number; sessionId: string };

/**
 * Ends sessions before they expire, with what was set up in them, and calls listeners that hold on to a
 * session. A session that expires takes nothing with it: a phone that shows alerts goes on showing them.
 */
export type SessionEnds = {
  /** @returns false where the user has no such valid session. */
  endOne: (trx: Db, session: OwnSession, now: number) => Promise<boolean>;
  /** @returns the number of ended valid sessions. */
  endOthers: (trx: Db, kept: OwnSession, now: number) => Promise<number>;
  endAll: (trx: Db, userId: number) => Promise<void>;
  /** To be called after sessions of a user have ended and that is committed. */
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

type Deps = { db: Database; sessionClock: Clock; sessionEnds: SessionEnds };

/** Signs a user out in one place. @returns false where they have no such valid session. */
export async function endSession(
  { db, sessionClock, sessionEnds }: Deps,
  session: OwnSession,
): Promise<boolean> {
  const isEnded = await db.transaction((trx) => sessionEnds.endOne(trx, session, sessionClock()));
  if (isEnded) sessionEnds.tell(session.userId);
  return isEnded;
}

/** Signs the caller out everywhere else; returns the number of ended valid tokens. */
export async function endOthers(
  { db, sessionClock, sessionEnds }: Deps,
  kept: OwnSession,
): Promise<number> {
  const ended = await db.transaction((trx) => sessionEnds.endOthers(trx, kept, sessionClock()));
  sessionEnds.tell(kept.userId);
  return ended;
}
