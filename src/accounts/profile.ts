import type { Database } from '../db/database.ts';
import type { Db } from '../db/db.ts';
import { failures } from '../kit/api/failures/api-error.ts';
import { fault } from '../kit/api/failures/faults.ts';
import type { Clock } from '../kit/time/clock.ts';
import type { Caller } from './guard.ts';
import type { Language } from './language.ts';
import type { NotifyOwner } from './notices/notices.ts';
import { refuseCommonPassword } from './passwords/common-passwords.ts';
import type { Passwords } from './passwords/passwords.ts';
import { deleteResetCodes } from './phones/code-queries.ts';
import { findUser, type User, updateUser } from './queries.ts';
import { deleteResetOfUser } from './resets/queries.ts';
import type { ProfileChanges } from './schemas.ts';
import { proveOwner } from './second-factor/prove-owner.ts';
import type { SecondFactors } from './second-factor/second-factors.ts';
import { findSession } from './sessions/queries.ts';
import type { SessionEnds } from './sessions/session-ends.ts';
import type { Throttles } from './throttles/throttles.ts';
import { readTimeZone } from './time-zones.ts';

/** Adjusts what keeps to the time zone of an account, in the transaction that changes it. */
export type ZoneChanged = (trx: Db, account: { userId: number; now: number }) => Promise<void>;

export type ProfileDeps = {
  db: Database;
  /** Clock by which the guard judges sessions. */
  sessionClock: Clock;
  passwords: Passwords;
  throttles: Throttles;
  sessionEnds: SessionEnds;
  secondFactors: SecondFactors;
  notifyOwner: NotifyOwner;
  clock: Clock;
  zoneChanged: ZoneChanged;
  /** Set if a new password always needs the present one beside it. */
  needsPresentPassword: boolean;
};

export async function readProfile(
  { db }: Pick<ProfileDeps, 'db'>,
  { userId }: Caller,
): Promise<User> {
  return present(await findUser(db.read, userId));
}

/**
 * Changes the given fields. A changed password ends every other token of the user, and an open reset.
 * @param address of the request: wrong present passwords count as failed logins from it.
 * @throws 400 for a password that is easily guessed, or where the present one is wrong or missing though it
 * is needed, as it or a code is with two-step sign-in on; 429 for too many changes of it.
 */
export async function updateProfile(
  deps: ProfileDeps,
  caller: Caller,
  { full_name, password, current_password, code, timezone, water_price }: ProfileChanges,
  address: string,
): Promise<User> {
  const { db, passwords, throttles } = deps;
  const changes = {
    ...(full_name !== undefined && { full_name }),
    ...(timezone && { timezone: readTimeZone(timezone) ?? timezone }),
    ...(water_price !== undefined && { water_price }),
  };
  if (password) {
    await throttles.refuseTooManyChanges(caller.userId);
    const user = await readProfile(deps, caller);
    const { email, email_key } = user;
    if (deps.needsPresentPassword && !current_password) {
      throw failures.invalidField('current_password', fault('required'));
    }
    // What is refused anyway uses no code up.
    refuseCommonPassword(password, email);
    await proveOwner(deps, user, { current_password, code, address });
    await throttles.countPasswordChange(caller.userId);
    const passwordHash = await passwords.hashNew(email_key, password);
    const changed = await changePassword(deps, caller, { ...changes, password_hash: passwordHash });
    deps.notifyOwner(user.id, { kind: 'password changed' });
    return changed;
  }
  if (Object.keys(changes).length === 0) return await readProfile(deps, caller);
  return await db.transaction((trx) => change(trx, deps, caller.userId, changes));
}

type Changes = Parameters<typeof updateUser>[2];

async function change(
  trx: Db,
  { clock, zoneChanged }: ProfileDeps,
  userId: number,
  changes: Changes,
): Promise<User> {
  const user = present(await updateUser(trx, userId, changes));
  if (changes.timezone) await zoneChanged(trx, { userId, now: clock() });
  return user;
}

/** Sets the language of the caller's screens and messages. */
export async function updateLanguage(
  { db }: Pick<ProfileDeps, 'db'>,
  { userId }: Caller,
  language: Language,
): Promise<User> {
  return present(await updateUser(db.write, userId, { language, language_chosen: 1 }));
}

async function changePassword(
  deps: ProfileDeps,
  caller: Caller,
  changes: Changes & { password_hash: string },
): Promise<User> {
  const { db, sessionClock, sessionEnds } = deps;
  const changed = await db.transaction(async (trx) => {
    const user = await change(trx, deps, caller.userId, changes);
    await deleteResetOfUser(trx, caller.userId);
    await deleteResetCodes(trx, [caller.userId]);
    // Two tokens may change the password at once; one that the other has ended must not.
    const now = sessionClock();
    if (!(await findSession(trx, caller.sessionId, now))) throw failures.unauthenticated();
    await sessionEnds.endOthers(trx, caller, now);
    return user;
  });
  sessionEnds.tell(caller.userId);
  return changed;
}

function present(user: User | undefined): User {
  if (!user) throw failures.unauthenticated();
  return user;
}
