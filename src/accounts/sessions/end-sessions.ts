import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Caller } from '../guard.ts';
import type { SessionEnds } from './session-ends.ts';

type Deps = { db: Database; sessionClock: Clock; sessionEnds: SessionEnds };

/** Signs a user out in one place. @returns false where they have no such session that is still good. */
export async function endSession(
  { db, sessionClock, sessionEnds }: Deps,
  session: { userId: number; sessionId: string },
): Promise<boolean> {
  const isEnded = await db.transaction((trx) => sessionEnds.endOne(trx, session, sessionClock()));
  if (isEnded) sessionEnds.tell(session.userId);
  return isEnded;
}

/** Signs the caller out everywhere else, and says of how many tokens that were still good. */
export async function endOthers(
  { db, sessionClock, sessionEnds }: Deps,
  caller: Caller,
): Promise<number> {
  const ended = await db.transaction((trx) => sessionEnds.endOthers(trx, caller, sessionClock()));
  sessionEnds.tell(caller.userId);
  return ended;
}
