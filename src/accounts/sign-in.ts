import type { Database } from '../db/database.ts';
import type { Db } from '../db/db.ts';
import { ApiError } from '../kit/api-error.ts';
import type { Clock } from '../kit/clock.ts';
import type { Ids } from '../kit/ids.ts';
import { isOutdated, type Passwords } from './passwords.ts';
import {
  findUserByEmail,
  insertSession,
  insertUser,
  replacePasswordHash,
  type User,
} from './queries.ts';
import { type Credentials, presentUser, type Registration, type SignedIn } from './schemas.ts';
import type { Tokens } from './tokens.ts';

export type SignInDeps = {
  db: Database;
  clock: Clock;
  ids: Ids;
  tokens: Tokens;
  passwords: Passwords;
  /** Life of a token in milliseconds. */
  tokenMs: number;
};

const defaultTimezone = 'Africa/Nairobi';

const emailExists = () =>
  new ApiError(400, 'email_exists', 'This e-mail has an account already.', {
    errors: [{ field: 'email', message: 'has an account already' }],
  });

/** The form in which e-mails are compared. */
export function toEmailKey(email: string): string {
  return email.toLowerCase();
}

/**
 * Makes an account and signs its owner in.
 * @throws 400 `email_exists`.
 */
export async function register(deps: SignInDeps, input: Registration): Promise<SignedIn> {
  const { db, clock, passwords } = deps;
  const emailKey = toEmailKey(input.email);
  // Asked first so that a repeated registration costs no hash; the insert is what decides.
  if (await findUserByEmail(db.read, emailKey)) throw emailExists();
  const passwordHash = await passwords.hash(input.password);
  return await db.transaction(async (trx) => {
    const user = await insertUser(trx, {
      email: input.email,
      email_key: emailKey,
      full_name: input.full_name ?? null,
      timezone: defaultTimezone,
      password_hash: passwordHash,
      created_at: clock(),
    });
    if (!user) throw emailExists();
    return await openSession(deps, trx, user);
  });
}

/**
 * Signs in by e-mail and password; a hash made with older parameters is made anew.
 * @returns undefined where they do not belong together, after the same time whichever is wrong.
 */
export async function signIn(
  deps: SignInDeps,
  { email, password }: Credentials,
): Promise<SignedIn | undefined> {
  const { db, passwords } = deps;
  const user = await findUserByEmail(db.read, toEmailKey(email));
  const isRight = await passwords.verify(user?.password_hash, password);
  if (!user || !isRight) return undefined;
  const from = user.password_hash;
  const to = isOutdated(from) ? await passwords.hash(password) : from;
  return await db.transaction(async (trx) => {
    // The password may have been changed while it was verified; then this must open no session.
    const isStillRight = await replacePasswordHash(trx, user.id, { from, to });
    return isStillRight ? await openSession(deps, trx, user) : undefined;
  });
}

/** Opens a session and issues its token. */
export async function openSession(
  { clock, ids, tokens, tokenMs }: SignInDeps,
  trx: Db,
  user: User,
): Promise<SignedIn> {
  const issuedAt = clock();
  // A JWT counts whole seconds, and the token must not outlive what it says.
  const expiresAt = Math.floor((issuedAt + tokenMs) / 1000) * 1000;
  const sessionId = ids.uuid();
  await insertSession(trx, {
    id: sessionId,
    user_id: user.id,
    created_at: issuedAt,
    expires_at: expiresAt,
  });
  return {
    token: tokens.issue({ userId: user.id, sessionId, issuedAt, expiresAt }),
    user: presentUser(user),
  };
}
