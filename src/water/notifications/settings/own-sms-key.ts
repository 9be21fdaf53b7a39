import { ApiError, failures } from '../../../kit/api/failures/api-error.ts';
import type { FailureCode } from '../../../kit/api/failures/failure-codes.ts';
import { httpDelete, httpGet, httpPost, type PostResult } from '../../../kit/http/http-post.ts';
import { secondMs } from '../../../kit/time/units.ts';
import type { SmsApi } from '../channels/sms.ts';
import { findSettings, saveSettings } from '../queries.ts';
import type { SettingsDeps } from './settings.ts';

/** Name of the key in the list of the person's SMS account. */
export const ownKeyName = 'Water alerts of this server';

/** The person who asks: the SMS service of this server is asked in their name, by the same bearer token. */
export type SmsAsker = {
  authorization: string;
  /** Of their client, by which new accounts with trial credits are counted. */
  address: string;
  currentPassword?: string | null | undefined;
};

type Key = { id: number; name: string };

/** Short enough that the requests of one code end before another code may be asked for. */
const deadlineMs = 10_000;

/** A hundred keys with names of 100 characters fit. */
const largestAnswer = 262_144;

/** True where codes and alerts go by the person's account on this server: they chose no other service. */
export function isByOwnAccount(api: SmsApi | undefined): boolean {
  return api === undefined || api.ownKeyId !== undefined;
}

/** Tells what an SMS of the person's own account would come to: a phone, the simulator, or nothing. */
export async function findOwnMeans(
  deps: SettingsDeps,
  asker: SmsAsker,
): Promise<'phone' | 'simulator' | 'nothing'> {
  type Account = { balance: number; simulated: boolean };
  const { balance, simulated } = await ask<Account>(deps, asker, 'GET', '/account');
  if (balance <= 0) return 'nothing';
  return simulated ? 'simulator' : 'phone';
}

export function noCredits(): ApiError {
  return failures.conflict('no_credits', 'The SMS account has no credits left; get some first.');
}

/**
 * Returns the access to the person's own account with a key that is good: the stored one, or a new one
 * in place of one that was revoked. Callers hold the person's turn, so that there is never a second key.
 * @throws 400 naming `current_password` where two-step sign-in asks for it, 409 at the most keys.
 */
export async function holdOwnKey(
  deps: SettingsDeps,
  asker: SmsAsker,
  userId: number,
): Promise<SmsApi> {
  const { db, secrets } = deps;
  const before = (await findSettings(db.write, userId))?.sms_api;
  const api = secrets.open<SmsApi>(userId, before);
  const keys = await ask<Key[]>(deps, asker, 'GET', '/account/keys');
  if (api && keys.some(({ id }) => id === api.ownKeyId)) return api;
  const { currentPassword } = asker;
  const made = await ask<{ id: number; api_key: string }>(deps, asker, 'POST', '/account/keys', {
    name: ownKeyName,
    ...(currentPassword && { current_password: currentPassword }),
  });
  const own: SmsApi = { ...api, key: made.api_key, ownKeyId: made.id };
  const isStored = await db.transaction(async (trx) => {
    await saveSettings(trx, userId, {});
    if (((await findSettings(trx, userId))?.sms_api ?? null) !== (before ?? null)) return false;
    await saveSettings(trx, userId, {
      sms_api: secrets.close(userId, own),
      sms_stopped: null,
      sms_checked_at: null,
    });
    return true;
  });
  if (!isStored) {
    await revoke(deps, asker, made.id);
    throw failures.tooMany('The settings have changed meanwhile.', 60);
  }
  // Keys whose storing was cut off: nobody has them.
  for (const { id, name } of keys) {
    if (name === ownKeyName) await revoke(deps, asker, id);
  }
  return own;
}

/** Returns the id of the key that this server made itself; undefined where there is none. */
export async function findOwnKeyId(
  { db, secrets }: SettingsDeps,
  userId: number,
): Promise<number | undefined> {
  const row = await findSettings(db.write, userId);
  return secrets.open<SmsApi>(userId, row?.sms_api)?.ownKeyId;
}

/** Tells whether the person has revoked the key that this server made; false where it cannot be known. */
export async function isOwnKeyRevoked(
  deps: SettingsDeps,
  asker: SmsAsker,
  userId: number,
): Promise<boolean> {
  const ownKeyId = await findOwnKeyId(deps, userId);
  if (ownKeyId === undefined || deps.sms.ownBase() === undefined) return false;
  const result = await request(deps, asker, 'GET', '/account/keys');
  if (result.outcome !== 'answered' || result.status !== 200) return false;
  return !(JSON.parse(result.text) as Key[]).some(({ id }) => id === ownKeyId);
}

/** Revokes the key that this server made, once it is no longer stored. */
export async function dropOwnKey(
  deps: SettingsDeps,
  asker: SmsAsker,
  { userId, before }: { userId: number; before: number | undefined },
): Promise<void> {
  if (before === undefined || (await findOwnKeyId(deps, userId)) === before) return;
  await revoke(deps, asker, before);
}

async function revoke(deps: SettingsDeps, asker: SmsAsker, id: number): Promise<void> {
  await request(deps, asker, 'DELETE', `/account/keys/${id}`);
}

async function ask<T>(
  deps: SettingsDeps,
  asker: SmsAsker,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<T> {
  const result = await request(deps, asker, method, path, body);
  if (result.outcome !== 'answered' || result.status >= 500) {
    throw new ApiError(502, 'sms_not_sent', 'The SMS service of this server does not answer.');
  }
  const answer = JSON.parse(result.text);
  if (result.status < 400) return answer as T;
  const { code, error, errors } = answer as Refusal;
  throw new ApiError(result.status, code, error, {
    ...(errors && { errors }),
    ...(result.retryAfterMs !== undefined && { retryAfter: result.retryAfterMs / secondMs }),
  });
}

type Refusal = {
  code: FailureCode;
  error: string;
  errors?: NonNullable<ApiError['extras']['errors']>;
};

async function request(
  { sms }: SettingsDeps,
  { authorization, address }: SmsAsker,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<PostResult> {
  const asked = { authorization, ...sms.passedClient.headersFor(address) };
  const options = {
    url: `${sms.ownBase()}/v1${path}`,
    headers: asked,
    deadlineMs,
    largestAnswer,
  };
  if (method === 'GET') return await httpGet(options);
  if (method === 'DELETE') return await httpDelete(options);
  const headers = { ...asked, 'content-type': 'application/json' };
  return await httpPost({ ...options, headers, body: JSON.stringify(body) });
}
