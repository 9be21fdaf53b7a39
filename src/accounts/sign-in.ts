import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { Db } from '../db/db.ts';
import { ApiError } from '../kit/api/failures/api-error.ts';
import type { FailureCode } from '../kit/api/failures/failure-codes.ts';
import { fault } from '../kit/api/failures/faults.ts';
import type { Ids } from '../kit/ids.ts';
import { normalisePhone } from '../kit/text/phone.ts';
import type { Clock } from '../kit/time/clock.ts';
import type { NotifyOwner } from './notices/notices.ts';
import type { Passwords } from './passwords/passwords.ts';
import {
  findUserByEmail,
  findUserByPhone,
  insertUser,
  replacePasswordHash,
  type User,
} from './queries.ts';
import { type Credentials, presentUser, type Registration, type SignedIn } from './schemas.ts';
import type { SecondFactors } from './second-factor/second-factors.ts';
import type { Passed } from './second-factor/use-code.ts';
import { type Client, describeProgram, noteDevice } from './sessions/client.ts';
import { insertSession } from './sessions/queries.ts';
import type { Tokens } from './sessions/tokens.ts';
import { toNetwork } from './throttles/keys.ts';
import type { Throttles } from './throttles/throttles.ts';

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
  tokenMs: number;
};

/** Outcome of an attempt to sign in. */
export type Entry =
  | { verdict: 'right'; signedIn: SignedIn }
  | { verdict: 'wrong' | 'unfinished'; refusal: ApiError };

const defaultTimezone = 'Africa/Nairobi';

const emailExists = () =>
  new ApiError(400, 'email_exists', 'This e-mail has an account already.', {
    errors: [{ field: 'email', message: fault('emailTaken') }],
  });

/** Form of an e-mail for comparison. */
export function toEmailKey(email: string): string {
  return email.toLowerCase();
}

/** Form for comparison of what is signed in with: an e-mail, or else a phone number. */
export function toLoginKey(text: string): string {
  return normalisePhone(text) ?? toEmailKey(text);
}

/** Finds the account that an e-mail or a phone number signs in to. */
async function findUserByLogin(db: Db, text: string): Promise<User | undefined> {
  const phone = normalisePhone(text);
  if (phone !== undefined) return await findUserByPhone(db, phone);
  return await findUserByEmail(db, toEmailKey(text));
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
  // Read first so that a repeated registration costs no hash; the insert decides.
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
 * Signs in by e-mail or phone number, password and, where the account has a second step, a code. A hash with older
 * parameters is replaced. A wrong e-mail or number takes as long as a wrong password, and is refused alike.
 */
export async function signIn(
  deps: SignInDeps,
  { email, password, code }: Credentials,
  client: Client,
): Promise<Entry> {
  const { db, clock, passwords, secondFactors } = deps;
  const owner = toLoginKey(email);
  const user = await findUserByLogin(db.read, email);
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

/** Sends at most ten notices a day: a program may sign in from ever new addresses. */
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
    // The session is open by now: the caller still gets the token.
    log.error({ err }, 'an owner could not be notified of a sign-in');
  }
}

/** @param refuse makes the refusal where no session was opened after all. */
export function toEntry(passed: Passed<SignedIn | undefined>, refuse: () => ApiError): Entry {
  const { verdict } = passed;
  if (verdict === 'unfinished') return { verdict, refusal: refusals.codeRequired() };
  if (verdict === 'wrong') return { verdict, refusal: refusals.wrongCode() };
  if (!passed.value) return { verdict: 'wrong', refusal: refuse() };
  return { verdict, signedIn: passed.value };
}

/** Returns the token and user of an attempt that was right. @throws its refusal else. */
export function letIn(entry: Entry): SignedIn {
  if (entry.verdict === 'right') return entry.signedIn;
  throw entry.refusal;
}

/** Sets the account of a sign-in request for the log. */
export function nameAccount(
  request: Pick<FastifyRequest, 'accountId'>,
  signedIn: SignedIn,
): SignedIn {
  request.accountId = Number(signedIn.user.id);
  return signedIn;
}

export async function openSession(
  { clock, ids, tokens, tokenMs }: SignInDeps,
  trx: Db,
  user: User,
  client: Client,
): Promise<SignedIn> {
  const issuedAt = clock();
  // A JWT counts whole seconds, and the token must not outlive its claim.
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

const refused = (code: FailureCode, message: string) =>
  new ApiError(401, code, message, { headers: { 'WWW-Authenticate': 'Bearer' } });

/** Reasons to let nobody in. */
export const refusals = {
  wrongCredentials: () => refused('wrong_credentials', 'Invalid email or password.'),
  invalidResetToken: () => refused('invalid_reset_token', 'Invalid or expired token.'),
  wrongSmsCode: () => refused('invalid_reset_token', 'The code is wrong or has expired.'),
  /** Only for a caller with the password or a reset token. */
  codeRequired: () =>
    refused('second_factor_required', 'This account needs the code of its authenticator app too.'),
  wrongCode: () => refused('wrong_code', 'The code is wrong or was used already.'),
};
