import type { Database } from '../db/database.ts';
import { failures } from '../kit/api-error.ts';
import type { Caller } from './guard.ts';
import type { Passwords } from './passwords.ts';
import {
  deleteResetOfUser,
  endOtherSessions,
  findSession,
  findUser,
  type User,
  updateUser,
} from './queries.ts';
import type { Language, ProfileChanges } from './schemas.ts';
import type { SessionEnds } from './session-ends.ts';
import { readTimeZone } from './time-zones.ts';

type ProfileDeps = {
  db: Database;
  clock: () => number;
  passwords: Passwords;
  sessionEnds: SessionEnds;
};

/** The caller's own account. */
export async function readProfile(
  { db }: Pick<ProfileDeps, 'db'>,
  { userId }: Caller,
): Promise<User> {
  return present(await findUser(db.read, userId));
}

/**
 * Changes what is given and leaves the rest. A changed password ends every other token of the user,
 * and a reset that was on its way.
 */
export async function updateProfile(
  deps: ProfileDeps,
  caller: Caller,
  { full_name, password, timezone }: ProfileChanges,
): Promise<User> {
  const { db, passwords } = deps;
  const changes = {
    ...(full_name !== undefined && { full_name }),
    ...(timezone && { timezone: readTimeZone(timezone) ?? timezone }),
  };
  if (password) {
    const passwordHash = await passwords.hash(password);
    return await changePassword(deps, caller, { ...changes, password_hash: passwordHash });
  }
  if (Object.keys(changes).length === 0) return await readProfile(deps, caller);
  return present(await updateUser(db.write, caller.userId, changes));
}

/** Chooses the language of the caller's screens and messages. */
export async function updateLanguage(
  { db }: Pick<ProfileDeps, 'db'>,
  { userId }: Caller,
  language: Language,
): Promise<User> {
  return present(await updateUser(db.write, userId, { language }));
}

async function changePassword(
  { db, clock, sessionEnds }: ProfileDeps,
  caller: Caller,
  changes: Partial<User> & { password_hash: string },
): Promise<User> {
  const changed = await db.transaction(async (trx) => {
    // Resets, users, sessions: every transaction here takes their rows in this order.
    await deleteResetOfUser(trx, caller.userId);
    const user = present(await updateUser(trx, caller.userId, changes));
    // Two tokens may change the password at once; the one that the other has ended must not.
    const now = clock();
    if (!(await findSession(trx, caller.sessionId, now))) throw failures.unauthenticated();
    await endOtherSessions(trx, caller, now);
    return user;
  });
  sessionEnds.tell(caller.userId);
  return changed;
}

function present(user: User | undefined): User {
  if (!user) throw failures.unauthenticated();
  return user;
}
