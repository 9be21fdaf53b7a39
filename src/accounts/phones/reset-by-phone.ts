import { normalisePhone } from '../../kit/text/phone.ts';
import { toIso } from '../../kit/time/instant.ts';
import type { Language } from '../language.ts';
import { refuseCommonPassword } from '../passwords/common-passwords.ts';
import { findUserByPhone, type User, updateUser } from '../queries.ts';
import { deleteResetOfUser } from '../resets/queries.ts';
import type { Client } from '../sessions/client.ts';
import type { SessionEnds } from '../sessions/session-ends.ts';
import { type Entry, openSession, refusals, type SignInDeps, toEntry } from '../sign-in.ts';
import { takeCode } from './code-queries.ts';
import type { RightCode } from './codes.ts';
import { accountSmsOf, type OwnPhoneDeps } from './own-phone.ts';
import { codeTexts } from './phone-text.ts';
import type { PhoneReset } from './schemas.ts';

export type PhoneResetDeps = SignInDeps & OwnPhoneDeps & { sessionEnds: SessionEnds };

// Ids count from 1. A number without an account has its code as nobody's, so that time reveals nothing.
const nobody = 0;

const resetOf = (user: User | undefined) => ({
  userId: user?.id ?? nobody,
  purpose: 'reset' as const,
});

/**
 * Sends a code for a new password to the phone of an account. A number without one is answered alike, in the
 * same time: the SMS is not waited for. A code of the last minute stays, and nothing is sent.
 * @throws 429 after too many codes of a number or an address, 503 where this server sends no SMS.
 */
export async function openPhoneReset(
  deps: PhoneResetDeps,
  { phone: text, address }: { phone: string; address: string },
): Promise<{ expires_at: string }> {
  const { db, throttles, phoneCodes, log } = deps;
  const sms = accountSmsOf(deps);
  const phone = normalisePhone(text) ?? '';
  await throttles.countReset(address);
  await throttles.countPhoneCode('reset', phone, address);
  const user = await findUserByPhone(db.read, phone);
  const { code, expiresAt, isStored, forget } = await phoneCodes.make(resetOf(user), phone);
  if (user && isStored) {
    if (await throttles.maySendSms('reset')) {
      const words = codeTexts.reset[user.language as Language](code);
      sms.sendLater({ to: phone, text: words }, forget);
    } else {
      log.error('a reset code was not sent: ACCOUNT_SMS_A_DAY is used up');
      await forget();
    }
  }
  return { expires_at: toIso(expiresAt) };
}

/**
 * Sets a new password by the code of an SMS, which ends with that, as does every session of the account. A
 * number without an account is refused as a wrong code is.
 */
export async function resetByPhone(
  deps: PhoneResetDeps,
  { phone: text, sms_code, password, code }: PhoneReset,
  client: Client,
): Promise<Entry> {
  const { db, phoneCodes, passwords } = deps;
  accountSmsOf(deps);
  const user = await findUserByPhone(db.read, normalisePhone(text) ?? '');
  const right = await phoneCodes.judge(resetOf(user), sms_code);
  if (!user || !right || right.phone !== user.phone) {
    return { verdict: 'wrong', refusal: refusals.wrongSmsCode() };
  }
  refuseCommonPassword(password, user.email);
  const passwordHash = await passwords.hashNew(user.email_key, password);
  return await setPassword(deps, { user, right, passwordHash, code, client });
}

type Change = {
  user: User;
  right: RightCode;
  passwordHash: string;
  code: string | null | undefined;
  client: Client;
};

async function setPassword(deps: PhoneResetDeps, change: Change): Promise<Entry> {
  const { clock, secondFactors, sessionEnds, notifyOwner } = deps;
  const { user, right, passwordHash, code, client } = change;
  const passed = await secondFactors.pass(user.id, code, async (trx) => {
    const { codeHash } = right;
    if (!(await takeCode(trx, resetOf(user), { codeHash, now: clock() }))) return undefined;
    await updateUser(trx, user.id, { password_hash: passwordHash });
    await deleteResetOfUser(trx, user.id);
    await sessionEnds.endAll(trx, user.id);
    return await openSession(deps, trx, user, client);
  });
  const entry = toEntry(passed, refusals.wrongSmsCode);
  if (entry.verdict === 'right') {
    sessionEnds.tell(user.id);
    notifyOwner(user.id, { kind: 'password changed' });
  }
  return entry;
}
