import type { Result } from '../../../delivery/deliver.ts';
import type { Destinations } from '../../../delivery/destinations.ts';
import { fault } from '../../../kit/api/failures/faults.ts';
import { httpGet, type PostResult } from '../../../kit/http/http-post.ts';
import type { PassedClient } from '../../../kit/http/passed-client.ts';
import { readObject, sendSms, smsApiOptions } from '../../../kit/http/sms-api.ts';
import type { Channel } from './channel.ts';
import { notSetUp, resultOfPost } from './channel.ts';
import { readSendAnswer } from './sms-standing.ts';
import { writeSms } from './sms-text.ts';

/** SMS API of document 2; without a base, this server's own. */
export type SmsApi = {
  base?: string | undefined;
  key: string;
  /** Id of a key that this server made itself for the person's account here; absent for another key. */
  ownKeyId?: number | undefined;
  /** Verifies the webhook posts of messages from phones; absent where there are none. */
  webhookSecret?: string | undefined;
};

export type SmsDeps = {
  destinations: Destinations;
  /** Returns this server's own address, such as `http://127.0.0.1:8080`; undefined without an SMS service. */
  ownBase: () => string | undefined;
  /** Passes on for whom this server asks itself. */
  passedClient: Pick<PassedClient, 'headersFor'>;
};

/** Sends one SMS through a person's SMS API (document 2, section 4). */
export async function postSms(
  deps: SmsDeps,
  api: SmsApi,
  { to, text, name }: { to: string; text: string; name: string },
  signal?: AbortSignal,
): Promise<PostResult> {
  return await callApi(deps, api, async (options) =>
    sendSms({ to, text, name, ...options, ...(signal && { signal }) }),
  );
}

/** Asks a person's SMS API what became of a message; only servers of our kind know. */
export async function askForSms(
  deps: SmsDeps,
  api: SmsApi,
  id: string,
  signal: AbortSignal,
): Promise<PostResult> {
  return await callApi(deps, api, async ({ url, ...options }) =>
    httpGet({ url: `${url}/v1/sms/messages/${encodeURIComponent(id)}`, ...options, signal }),
  );
}

/** Asks an SMS API for the balance of its account (document 2, section 4). */
export async function askForBalance(
  deps: SmsDeps,
  api: SmsApi,
  signal: AbortSignal,
): Promise<PostResult> {
  return await callApi(deps, api, async ({ url, ...options }) =>
    httpGet({ url: `${url}/v1/sms/balance`, ...options, signal }),
  );
}

type CallOptions = Omit<Parameters<typeof httpGet>[0], 'signal'>;

async function callApi(
  { destinations, ownBase }: SmsDeps,
  { base, key }: SmsApi,
  call: (options: CallOptions) => Promise<PostResult>,
): Promise<PostResult> {
  const url = base ?? ownBase();
  const refusal = url === undefined || (base && destinations.refusalOf(base));
  if (refusal) return { outcome: 'unsent', cause: 'unreachable', error: String(refusal) };
  return await call({
    url,
    ...smsApiOptions(key),
    ...(base !== undefined && { lookup: destinations.lookup }),
  });
}

/** True for a final refusal; too few credits, too many requests and an absent provider are temporary. */
export function isFinalOfSms(status: number): boolean {
  return status >= 400 && status < 500 && status !== 402 && status !== 408 && status !== 429;
}

/** Returns the result where the SMS account is suspended, with the reason that its service gives. */
export function suspensionIn(post: PostResult): Extract<Result, { error: string }> | undefined {
  if (post.outcome !== 'answered' || post.status !== 403) return undefined;
  const { code, reason } = readObject(post.text);
  if (code !== 'account_suspended') return undefined;
  const said = typeof reason === 'string' ? reason.slice(0, 200) : '';
  return { outcome: 'refused', error: fault('smsSuspended', { reason: said }) };
}

type SmsChannelDeps = SmsDeps & {
  /** The API of a person, where one is set. */
  findApi: (userId: number) => Promise<SmsApi | undefined>;
  /** Called where the account of a person refuses to send for want of credits, or its key. */
  onRefused: (userId: number) => Promise<void>;
};

/** Creates the channel through the SMS API of the person, or of the account that pays for it. */
export function createSmsChannel({ findApi, onRefused, ...deps }: SmsChannelDeps): Channel {
  return {
    send: async (target, { name, message, link, paidBy }, signal) => {
      const account = paidBy ?? target.user_id;
      const api = await findApi(account);
      if (!api) return notSetUp;
      const sms = { to: target.address, text: writeSms(message, link), name };
      const post = await postSms(deps, api, sms, signal);
      const result = suspensionIn(post) ?? resultOfPost(post, isFinalOfSms);
      const isAnswered = post.outcome === 'answered';
      if (isAnswered && [401, 402, 403].includes(post.status)) await onRefused(account);
      const isTaken = result.outcome === 'delivered' && isAnswered;
      return isTaken ? { ...result, sms: readSendAnswer(post.text) } : result;
    },
  };
}
