import type { Db } from '../../../db/db.ts';
import { describeFailure } from '../../../delivery/signed-post.ts';
import { ApiError, failures } from '../../../kit/api/failures/api-error.ts';
import { normalisePhone } from '../../../kit/text/phone.ts';
import { dayMs, minuteMs } from '../../../kit/time/units.ts';
import { postSms, type SmsApi, suspensionIn } from '../channels/sms.ts';
import { readSendAnswer } from '../channels/sms-standing.ts';
import { findPayments } from '../paying/payments.ts';
import { deleteTargets, findPerson, findSettings, putTarget, saveSettings } from '../queries.ts';
import {
  findOwnMeans,
  holdOwnKey,
  isByOwnAccount,
  noCredits,
  type SmsAsker,
} from './own-sms-key.ts';
import type { SettingsDeps } from './settings.ts';

export type PhoneDeps = SettingsDeps;

/** Sealed state of a number that is being verified. */
type Check = {
  phone: string;
  code: string;
  expiresAt: number;
  triesLeft: number;
  sentAt: number[];
  /** Set if the code was simulated, so that no phone got it. */
  isSimulated?: boolean;
};

const codeMs = 10 * minuteMs;
const mostTries = 5;
const mostCodesADay = 5;
const leastBetweenMs = minuteMs;

/**
 * Sends a code to a number by the person's SMS account on this server, or by the SMS API that they set,
 * and waits for its answer.
 * @throws 409 without credits, or where there is no SMS service, 429 after five codes in a day, 502 where the SMS was not taken.
 */
export async function sendCode(
  deps: PhoneDeps,
  userId: number,
  { phone: text, ...asker }: SmsAsker & { phone: string },
): Promise<{ phone: string; expiresAt: number }> {
  const { db, clock, ids, secrets } = deps;
  const phone = normalisePhone(text) ?? '';
  const now = clock();
  const row = await findSettings(db.read, userId);
  const other = secrets.open<SmsApi>(userId, row?.sms_api);
  const isOwn = isByOwnAccount(other);
  if (isOwn && deps.sms.ownBase() === undefined) {
    throw failures.conflict('no_sms_key', 'Set the API key of an SMS service first.');
  }
  const paying = isOwn ? await findPayingApi(deps, asker, userId) : undefined;
  const code = String(Buffer.from(ids.secret(4), 'base64url').readUInt32BE() % 1e6).padStart(
    6,
    '0',
  );
  const expiresAt = now + codeMs;
  await db.transaction(async (trx) => {
    const sentAt = await readSends(deps, trx, userId, now);
    const check: Check = { phone, code, expiresAt, triesLeft: mostTries, sentAt: [...sentAt, now] };
    await saveSettings(trx, userId, { phone_check: secrets.close(userId, check) });
  });
  const api =
    (isOwn ? paying : other) ??
    (await holdOwnKey(deps, asker, userId).catch(async (error: unknown) => {
      await giveBack(deps, userId, code);
      throw error;
    }));
  const person = await findPerson(db.read, userId);
  const words =
    person?.language === 'sw'
      ? `Kisima: msimbo wako wa kuthibitisha namba ni ${code}.`
      : `Kisima: your code is ${code}.`;
  const name = `code_${ids.uuid()}`;
  const result = await postSms(deps.sms, api, { to: phone, text: words, name });
  const failure = suspensionIn(result)?.error ?? describeFailure(result);
  if (failure !== undefined) {
    // An SMS may have left where no answer came.
    if (result.outcome !== 'unanswered') await giveBack(deps, userId, code);
    throw new ApiError(502, 'sms_not_sent', `The SMS service did not take the code: ${failure}.`);
  }
  if (result.outcome === 'answered' && readSendAnswer(result.text).state === 'simulated') {
    await db.transaction(async (trx) => {
      const check = await holdCheck(secrets, trx, userId);
      if (check?.code !== code) return;
      await saveSettings(trx, userId, {
        phone_check: secrets.close(userId, { ...check, isSimulated: true }),
      });
    });
  }
  return { phone, expiresAt };
}

/**
 * Returns the access of the owner of a tank who pays, where the person's own account reaches no phone.
 * @throws 409 `no_credits` where nobody can pay.
 */
async function findPayingApi(
  deps: PhoneDeps,
  asker: SmsAsker,
  userId: number,
): Promise<SmsApi | undefined> {
  const { db, clock, secrets } = deps;
  const means = await findOwnMeans(deps, asker);
  if (means === 'phone') return undefined;
  const payments = await findPayments(db.read, [userId], { now: clock() });
  const payer = payments.find(({ left }) => left > 0)?.payer_id;
  const row = payer === undefined ? undefined : await findSettings(db.read, payer);
  const api = row && secrets.open<SmsApi>(row.user_id, row.sms_api);
  if (!api && means === 'nothing') throw noCredits();
  return api;
}

/** Takes back a code that was never sent: a caller who has to show a password first need not wait a minute. */
async function giveBack({ db, secrets }: PhoneDeps, userId: number, code: string): Promise<void> {
  await db.transaction(async (trx) => {
    const check = await holdCheck(secrets, trx, userId);
    if (check?.code !== code) return;
    const unsent = { ...check, triesLeft: 0, sentAt: check.sentAt.slice(0, -1) };
    await saveSettings(trx, userId, { phone_check: secrets.close(userId, unsent) });
  });
}

/** Returns the instants of codes in the last day. @throws 429 where another one is too soon. */
async function readSends(
  { secrets }: PhoneDeps,
  trx: Db,
  userId: number,
  now: number,
): Promise<number[]> {
  const check = await holdCheck(secrets, trx, userId);
  const sentAt = (check?.sentAt ?? []).filter((at) => at > now - dayMs && at <= now);
  const [first = now] = sentAt;
  const last = sentAt.at(-1) ?? 0;
  const again = sentAt.length >= mostCodesADay ? first + dayMs : last + leastBetweenMs;
  if (again > now) {
    throw failures.tooMany('Another code has to wait.', Math.ceil((again - now) / 1000));
  }
  return sentAt;
}

/** @throws 409 for a wrong code, for one that has expired, and after five tries. */
export async function confirmPhone(
  { db, clock, secrets }: PhoneDeps,
  userId: number,
  code: string,
): Promise<void> {
  const now = clock();
  const isRight = await db.transaction(async (trx) => {
    const check = await holdCheck(secrets, trx, userId);
    if (!check || check.triesLeft <= 0 || now >= check.expiresAt) return false;
    const triesLeft = check.code === code ? 0 : check.triesLeft - 1;
    await saveSettings(trx, userId, {
      phone_check: secrets.close(userId, { ...check, triesLeft }),
    });
    if (check.code !== code) return false;
    const target = { channel: 'sms', address: check.phone, sealed_secret: null };
    await deleteTargets(trx, userId, { channel: 'sms', except: check.phone });
    const is_simulated = check.isSimulated ? 1 : 0;
    if (!check.isSimulated) await saveSettings(trx, userId, { sms_stopped: null });
    await putTarget(trx, { ...target, user_id: userId, is_simulated, created_at: now });
    return true;
  });
  if (!isRight) {
    throw failures.conflict('wrong_code', 'The code is wrong or has expired; ask for another one.');
  }
}

/** Reads the check and locks its row until the transaction ends. */
async function holdCheck(
  secrets: PhoneDeps['secrets'],
  trx: Db,
  userId: number,
): Promise<Check | undefined> {
  await saveSettings(trx, userId, {});
  return secrets.open<Check>(userId, (await findSettings(trx, userId))?.phone_check);
}
