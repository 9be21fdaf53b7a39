import { createHash } from 'node:crypto';
import { ApiError } from '../../kit/api/failures/api-error.ts';
import type { Ids } from '../../kit/ids.ts';
import { toIso } from '../../kit/time/instant.ts';
import { minuteMs } from '../../kit/time/units.ts';
import type { Language } from '../language.ts';
import { refuseCommonPassword } from '../passwords/common-passwords.ts';
import type { AccountSms } from '../phones/account-sms.ts';
import { deleteResetCodes } from '../phones/code-queries.ts';
import { codeTexts } from '../phones/phone-text.ts';
import { findUserByEmail, type User, updateUser } from '../queries.ts';
import type { NewPassword, ResetOpened } from '../schemas.ts';
import type { Client } from '../sessions/client.ts';
import type { SessionEnds } from '../sessions/session-ends.ts';
import {
  type Entry,
  openSession,
  refusals,
  type SignInDeps,
  toEmailKey,
  toEntry,
} from '../sign-in.ts';
import type { Mailer } from './mailer.ts';
import { findResetExpiry, findUserByReset, putReset, takeReset } from './queries.ts';
import type { ResetDelivery } from './reset-delivery.ts';

export type ResetDeps = SignInDeps & {
  mailer: Mailer | undefined;
  accountSms: AccountSms | undefined;
  delivery: ResetDelivery;
  /** Set where tokens are to go by SMS, also where no SMS of this server gets to a phone. */
  isBySms: boolean;
  sessionEnds: SessionEnds;
};

export const resetMs = 30 * minuteMs;
const tokenBytes = 32;
const offRetrySeconds = 3600;

// Ids count from 1. An e-mail without an account opens a reset of nobody, so that time reveals nothing.
const nobody = 0;

/**
 * Opens a reset, which ends the one before. An unknown e-mail is answered alike, with a token that works
 * for nothing. Where tokens are sent, repeated requests neither flood the owner nor end the token that
 * the owner is about to use: one of the last minute stays valid, and after five in an hour the last one does,
 * for as long as it is open.
 * @param isLocal set if the client is on this machine.
 * @throws 503 where the operator has not chosen how tokens are delivered, or chose SMS that reach no phone.
 */
export async function openReset(
  deps: ResetDeps,
  email: string,
  isLocal: boolean,
): Promise<ResetOpened> {
  const { db, clock, delivery } = deps;
  if (delivery === 'off' || (delivery === 'local' && !isLocal)) throw resetsAreOff(deps.isBySms);
  const user = await findUserByEmail(db.read, toEmailKey(email));
  const expiresAt = clock() + resetMs;
  const isSent = delivery === 'email' || delivery === 'sms';
  const isOpened = user !== undefined && (!isSent || (await maySend(deps, user)));
  const token = await putNewReset(deps, isOpened ? user.id : nobody);
  if (isOpened && isSent) sendReset(deps, user, token);
  return { reset_token: isSent ? null : token, expires_at: toIso(expiresAt) };
}

/** Whether a token may go to its owner: one a minute, a few an hour, and by SMS as many a day as the operator pays for. */
async function maySend(
  { db, clock, delivery, throttles, log }: ResetDeps,
  { id, phone }: User,
): Promise<boolean> {
  if (delivery === 'sms' && phone === null) return false;
  const expiresAt = await findResetExpiry(db.write, id);
  const age = expiresAt === undefined ? resetMs : clock() + resetMs - expiresAt;
  const isNew = age >= 0 && age < minuteMs;
  if (isNew) return false;
  // Without an open one there is nothing to keep, and its owner, whose count others may have used up, needs one.
  const isOpen = age >= 0 && age < resetMs;
  if (!(await throttles.maySendReset(id)) && isOpen) return false;
  if (delivery === 'email' || (await throttles.maySendSms('reset'))) return true;
  log.error('a reset token was not sent: ACCOUNT_SMS_A_DAY is used up');
  return false;
}

/** Sends a token to the owner of its account; returns at once. */
function sendReset(
  { db, clock, delivery, mailer, accountSms }: ResetDeps,
  { email, phone, language }: User,
  token: string,
): void {
  if (delivery === 'email') {
    mailer?.sendReset({ to: email, token, minutes: resetMs / minuteMs });
    return;
  }
  if (phone === null) return;
  const text = codeTexts.reset[language as Language](token);
  // Where it was not taken, the next one may be asked for at once.
  accountSms?.sendLater({ to: phone, text }, async () => {
    await takeReset(db.write, hashToken(token), clock());
  });
}

/** Opens a reset in place of the user's earlier one. @returns its token. */
export async function putNewReset(
  { db, clock, ids }: Pick<SignInDeps, 'db' | 'clock'> & { ids: Pick<Ids, 'secret'> },
  userId: number,
): Promise<string> {
  const token = ids.secret(tokenBytes);
  await putReset(db.write, {
    user_id: userId,
    token_hash: hashToken(token),
    expires_at: clock() + resetMs,
  });
  return token;
}

/**
 * Sets a new password by a reset token, which ends with that, as does every session of the user. An account
 * with a second step needs its code too: a reader of the mail or SMS must not go around it.
 */
export async function resetPassword(
  deps: ResetDeps,
  { token, password, code }: NewPassword,
  client: Client,
): Promise<Entry> {
  const { db, clock, passwords, secondFactors, sessionEnds } = deps;
  const tokenHash = hashToken(token);
  // Read first, so that made-up tokens cost no password hash.
  const user = await findUserByReset(db.read, tokenHash, clock());
  if (!user) return { verdict: 'wrong', refusal: refusals.invalidResetToken() };
  refuseCommonPassword(password, user.email);
  const passwordHash = await passwords.hashNew(user.email_key, password);
  const passed = await secondFactors.pass(user.id, code, async (trx) => {
    if (!(await takeReset(trx, tokenHash, clock()))) return undefined;
    await updateUser(trx, user.id, { password_hash: passwordHash });
    await deleteResetCodes(trx, [user.id]);
    await sessionEnds.endAll(trx, user.id);
    return await openSession(deps, trx, user, client);
  });
  const entry = toEntry(passed, refusals.invalidResetToken);
  if (entry.verdict === 'right') {
    sessionEnds.tell(user.id);
    deps.notifyOwner(user.id, { kind: 'password changed' });
  }
  return entry;
}

// 256 random bits need no slow hash.
function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

const notChosen =
  'Password resets are off until the operator of this server sets RESET_DELIVERY; without it ' +
  'only programs on its own machine, with no proxy in between, may ask for one.';
const noSms =
  'Password resets are off: RESET_DELIVERY is sms, and no SMS of this server gets to a phone ' +
  'until its operator sets up an SMS provider.';

function resetsAreOff(isBySms: boolean): ApiError {
  return new ApiError(503, 'resets_off', isBySms ? noSms : notChosen, {
    retryAfter: offRetrySeconds,
  });
}
