import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { ApiError } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { hasElapsed } from '../../kit/time/elapsed.ts';
import { minuteMs } from '../../kit/time/units.ts';
import { apiKeys } from './api-key.ts';
import { checkRate, type MinuteRate } from './minute-rate.ts';

export type KeyHolder = { userId: number; keyId: number };

/** Lets only requests with a good key through. */
export type KeyGuard = {
  /** The hook of a route that needs a key: 401, 403 or 429 (document 2, sections 5 and 8). */
  requireKey: onRequestAsyncHookHandler;
  holderOf: (request: FastifyRequest) => KeyHolder;
};

type KeyInUse = {
  id: number;
  user_id: number;
  last_used_at: number | null;
  account_id: number | null;
};

type KeyGuardDeps = {
  clock: Clock;
  /** Section 8: every request with a good key counts. */
  rate: MinuteRate;
  /** Finds the good key with this hash; asked at every request, so that a revoked one is refused at once. */
  findKey: (keyHash: string) => Promise<KeyInUse | undefined>;
  /** Counts a key that is not good; throws 429 once too many came from an address. */
  countWrongKey: (address: string) => Promise<void>;
  saveLastUse: (keyId: number, now: number) => Promise<void>;
  openAccount: (userId: number, address: string) => Promise<unknown>;
};

/** Precision of the last use that its owner sees, which spares a commit for every request. */
const lastUsePrecisionMs = minuteMs;

/** Authenticates the callers of document 2's API: its section 5. */
export function createKeyGuard(deps: KeyGuardDeps): KeyGuard {
  const { clock, rate, findKey, countWrongKey, saveLastUse, openAccount } = deps;
  const holders = new WeakMap<FastifyRequest, KeyHolder>();

  return {
    requireKey: async (request, reply) => {
      const given = request.headers['x-api-key'];
      if (typeof given !== 'string' || given.trim() === '') throw keyRequired();
      // Looked up before it is counted: an address may be shared by good programs and a guesser. A text
      // without the form of a key costs no look-up.
      const key = apiKeys.looksLike(given) ? await findKey(apiKeys.hashOf(given)) : undefined;
      if (!key) {
        await countWrongKey(request.ip);
        throw keyInvalid();
      }
      request.accountId = key.user_id;
      const use = await rate.count(key.id);
      checkRate(reply, use, `Rate limit exceeded: ${use.limit} requests per minute per API key.`);
      if (key.account_id === null) await openAccount(key.user_id, request.ip);
      const now = clock();
      if (hasElapsed(key.last_used_at ?? 0, now, lastUsePrecisionMs)) {
        await saveLastUse(key.id, now);
      }
      holders.set(request, { userId: key.user_id, keyId: key.id });
    },
    holderOf: (request) => {
      const holder = holders.get(request);
      if (!holder) throw new Error('the route does not require a key');
      return holder;
    },
  };
}

const keyRequired = () =>
  new ApiError(401, 'api_key_required', 'API key required', {
    headers: { 'WWW-Authenticate': 'ApiKey' },
    // Many programs put it in the body or the query, or send it as a bearer token.
    errors: [{ field: 'X-API-Key', message: fault('keyHeader') }],
  });

const keyInvalid = () => new ApiError(403, 'api_key_invalid', 'Invalid or revoked API key');
