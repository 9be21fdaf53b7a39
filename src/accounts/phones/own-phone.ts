import type { Database } from '../../db/database.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { ApiError, failures } from '../../kit/api/failures/api-error.ts';
import { normalisePhone } from '../../kit/text/phone.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { toIso } from '../../kit/time/instant.ts';
import type { Caller } from '../guard.ts';
import type { Language } from '../language.ts';
import type { NotifyOwner } from '../notices/notices.ts';
import { findUserByPhone, holdUser, type User } from '../queries.ts';
import type { Throttles } from '../throttles/throttles.ts';
import type { AccountSms } from './account-sms.ts';
import { deleteResetCodes, takeCode } from './code-queries.ts';
import type { PhoneCodes } from './codes.ts';
import { movePhone, setPhone } from './phone-queries.ts';
import { codeTexts } from './phone-text.ts';

export type OwnPhoneDeps = {
  db: Database;
  clock: Clock;
  /** Undefined where this server sends no SMS of its own. */
  accountSms: AccountSms | undefined;
  phoneCodes: PhoneCodes;
  throttles: Throttles;
  notifyOwner: NotifyOwner;
};

const offRetrySeconds = 3600;

/** Returns the operator's way to phones. @throws 503 where there is none. */
export function accountSmsOf({ accountSms }: Pick<OwnPhoneDeps, 'accountSms'>): AccountSms {
  if (accountSms) return accountSms;
  throw new ApiError(
    503,
    'phone_off',
    'Phone numbers of accounts are off until the operator of this server sets ACCOUNT_SMS_KEY and a provider of SMS.',
    { retryAfter: offRetrySeconds },
  );
}

/**
 * Sends a code to a number by which the account is to sign in, and waits until it was taken.
 * @throws 429 after too many codes, 502 where the SMS was not taken, 503 where this server sends none.
 */
export async function startPhone(
  deps: OwnPhoneDeps,
  user: User,
  { phone: text, address }: { phone: string; address: string },
): Promise<{ phone: string; expires_at: string }> {
  const { phoneCodes, throttles } = deps;
  const sms = accountSmsOf(deps);
  const phone = normalisePhone(text) ?? '';
  await throttles.countPhoneCheck(user.id);
  await throttles.countPhoneCode('verify', phone, address);
  const made = await phoneCodes.make({ userId: user.id, purpose: 'verify' }, phone);
  if (!made.isStored) throw failures.tooMany('Another code has to wait.', 60);
  if (!(await throttles.maySendSms('verify'))) {
    await made.forget();
    throw failures.tooMany('This server has sent all its codes of today.', offRetrySeconds);
  }
  const words = codeTexts.verify[user.language as Language](made.code);
  const reason = await sms.send({ to: phone, text: words });
  if (reason !== undefined) {
    await made.forget();
    throw new ApiError(502, 'sms_not_sent', `The SMS service did not take the code: ${reason}.`);
  }
  return { phone, expires_at: toIso(made.expiresAt) };
}

/**
 * Makes a number that its code has proved the account's. Who holds the phone now has it: an account that had
 * it before signs in by its e-mail, and its owner is told.
 * @throws 409 for a wrong code, for one that has expired, and after five tries.
 */
export async function confirmPhone(
  deps: OwnPhoneDeps,
  { userId }: Pick<Caller, 'userId'>,
  guess: string,
): Promise<string> {
  const { db, clock, phoneCodes, notifyOwner } = deps;
  const of = { userId, purpose: 'verify' as const };
  const right = await phoneCodes.judge(of, guess);
  if (!right) throw wrongCode();
  const { phone, codeHash } = right;
  const other = (await findUserByPhone(db.read, phone))?.id ?? userId;
  const before = await onceUnique(() =>
    db.transaction(async (trx) => {
      // In one order everywhere, so that two that swap their numbers never wait for each other.
      for (const id of new Set([userId, other].sort((a, b) => a - b))) await holdUser(trx, id);
      if (!(await takeCode(trx, of, { codeHash, now: clock() }))) throw wrongCode();
      const had = await movePhone(trx, userId, phone);
      await deleteResetCodes(trx, had === undefined ? [userId] : [userId, had]);
      return had;
    }),
  );
  if (before !== undefined) notifyOwner(before, { kind: 'phone moved', phone });
  notifyOwner(userId, { kind: 'phone set', phone });
  return phone;
}

/** Takes the number away: the account signs in by its e-mail alone. */
export async function removePhone({ db, notifyOwner }: OwnPhoneDeps, user: User): Promise<void> {
  await db.transaction(async (trx) => {
    await holdUser(trx, user.id);
    await setPhone(trx, user.id, null);
    await deleteResetCodes(trx, [user.id]);
  });
  if (user.phone !== null) notifyOwner(user.id, { kind: 'phone removed', phone: user.phone });
}

/** @throws 409 where another account took the same number at the same moment; its own code is needed then. */
async function onceUnique<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw isUniqueViolation(error) ? wrongCode() : error;
  }
}

function wrongCode(): ApiError {
  return failures.conflict('wrong_code', 'The code is wrong or has expired; ask for another one.');
}
