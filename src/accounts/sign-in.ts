import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { Db } from '../db/db.ts';
import { ApiError } from '../kit/api/failures/api-error.ts';
import { fault } from '../kit/api/failures/faults.ts';
import type { Ids } from '../kit/ids.ts';
import type { Clock } from '../kit/time/clock.ts';
import type { NotifyOwner } from './notices/notices.ts';
import type { Passwords } from './passwords/passwords.ts';
import { findUserByEmail, insertUser, replacePasswordHash, type User } from './queries.ts';
import { refusals } from './refusals.ts';
import { type Credentials, presentUser, type Registration, type SignedIn } from './schemas.ts';
import type { Passed, SecondFactors } from './second-factor/second-factors.ts';
import type { Client } from './sessions/client.ts';
import { describeProgram } from './sessions/describe-program.ts';
import { noteDevice } from './sessions/known-devices.ts';
import { insertSession } from './sessions/queries.ts';
import type { Tokens } from './sessions/tokens.ts';
import { type Throttles, toNetwork } from './throttles/throttles.ts';

export type SignInDeps = {
  db: Database;
  clock: Clock;
  ids: Ids;
  tokens: Tokens;
  passwords: Passwords;
  throttles: Throttles;
  secondFactors: SecondFactors;
  notifyOwner: NotifyOwner;
  log: Logger;
  /** Life of a token in milliseconds. */
  tokenMs: number;
};

/** What became of an attempt to sign in. */
export type Entry =
  | { verdict: 'right'; signedIn: SignedIn }
  | { verdict: 'wrong' | 'unfinished'; refusal: ApiError };

const defaultTimezone = 'Africa/Nairobi';

const emailExists = () =>
  new ApiError(400, 'email_exists', 'This e-mail has an account already.', {
    errors: [{ field: 'email', message: fault('emailTaken') }],
  });

/** The form in which e-mails are compared. */
export function toEmailKey(email: string): string {
  return email.toLowerCase();
}

/**
 * Makes an account and signs its owner in.
 * @throws 400 `email_exists`.
 */
export async function register(
  deps: SignInDeps,
  input: Registration,
  client: Client,
): Promise<SignedIn> {
  const { db, clock, passwords } = deps;
  const emailKey = toEmailKey(input.email);
  // Asked first so that a repeated registration costs no hash; the insert is what decides.
  if (await findUserByEmail(db.read, emailKey)) throw emailExists();
  const passwordHash = await passwords.hashNew(toNetwork(client.address), input.password);
  return await db.transaction(async (trx) => {
    const now = clock();
    const user = await insertUser(trx, {
      email: input.email,
      email_key: emailKey,
      full_name: input.full_name ?? null,
      timezone: defaultTimezone,
      password_hash: passwordHash,
      created_at: now,
    });
    if (!user) throw emailExists();
    await noteDevice(trx, { userId: user.id, client, now });
    return await openSession(deps, trx, user, client);
  });
}

/**
 * Signs in by e-mail, password and, where the account has a second step, a code. A hash made with older
 * parameters is made anew. A wrong e-mail takes as long as a wrong password, and is refused alike.
 */
export async function signIn(
  deps: SignInDeps,
  { email, password, code }: Credentials,
  client: Client,
): Promise<Entry> {
  const { db, clock, passwords, secondFactors } = deps;
  const owner = toEmailKey(email);
  const user = await findUserByEmail(db.read, owner);
  const isRight = await passwords.verify(owner, user?.password_hash, password);
  if (!user || !isRight) return { verdict: 'wrong', refusal: refusals.wrongCredentials() };
  const from = user.password_hash;
  const to = passwords.isOutdated(from) ? await passwords.hashAgain(owner, password) : from;
  let isNewDevice = false;
  const passed = await secondFactors.pass(user.id, code, async (trx) => {
    // The password may have been changed while it was verified; then this must open no session.
    const isStillRight = await replacePasswordHash(trx, user.id, { from, to });
    if (!isStillRight) return undefined;
    isNewDevice = await noteDevice(trx, { userId: user.id, client, now: clock() });
    return await openSession(deps, trx, user, client);
  });
  const entry = toEntry(passed, refusals.wrongCredentials);
  if (entry.verdict === 'right' && isNewDevice) await notifyOfSignIn(deps, user.id, client);
  return entry;
}

/** At most ten a day: a program may sign in from ever new addresses. */
async function notifyOfSignIn(
  { throttles, notifyOwner, log }: SignInDeps,
  userId: number,
  { address, userAgent }: Client,
): Promise<void> {
  try {
    if (!(await throttles.mayNotifyOfSignIn(userId))) return;
    const program = await describeProgram(userAgent);
    notifyOwner(userId, { kind: 'new sign-in', program, address });
  } catch (err) {
    // The session is open by now: whoever signed in has its token to get.
    log.error({ err }, 'an owner could not be notified of a sign-in');
  }
}

/** @param refuse why nobody is let in where no session was opened after all. */
export function toEntry(passed: Passed<SignedIn | undefined>, refuse: () => ApiError): Entry {
  const { verdict } = passed;
  if (verdict === 'unfinished') return { verdict, refusal: refusals.codeRequired() };
  if (verdict === 'wrong') return { verdict, refusal: refusals.wrongCode() };
  if (!passed.value) return { verdict: 'wrong', refusal: refuse() };
  return { verdict, signedIn: passed.value };
}

/** Opens a session and issues its token. */
export async function openSession(
  { clock, ids, tokens, tokenMs }: SignInDeps,
  trx: Db,
  user: User,
  client: Client,
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
    last_seen_at: issuedAt,
    address: client.address,
    user_agent: client.userAgent,
  });
  return {
    token: tokens.issue({ userId: user.id, sessionId, issuedAt, expiresAt }),
    user: presentUser(user),
  };
}
