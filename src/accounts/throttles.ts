import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../config.ts';
import { failures } from '../kit/api-error.ts';
import { type Count, createOwnCount, type MakeCount } from './throttle-counts.ts';
import { createTurns } from './turns.ts';

const quarterHour = 15 * 60;
const hour = 60 * 60;

type LoginFrom = { address: string; emailKey: string };

export type Throttles = ReturnType<typeof createThrottles>;

/**
 * Counts what a stranger could try without end, by the client's address. Every function throws 429
 * with the seconds until the count starts anew.
 */
export function createThrottles(
  limits: Config['throttles'],
  makeCount: MakeCount = createOwnCount,
) {
  const registrations = makeCount({
    name: 'registrations',
    points: limits.registrationsPerAddress,
    seconds: hour,
  });
  const resets = makeCount({ name: 'resets', points: limits.resetsPerAddress, seconds: hour });
  const failuresOfAddress = makeCount({
    name: 'failures of an address',
    points: limits.loginFailuresPerAddress,
    seconds: quarterHour,
  });
  const failuresOfAccount = makeCount({
    name: 'failures of an account',
    points: limits.loginFailuresPerAccount,
    seconds: quarterHour,
  });
  const inTurn = createTurns();

  return {
    countRegistration: (address: string) =>
      take(registrations, keyOf(address), 'Too many registrations from this address.'),

    countReset: (address: string) =>
      take(resets, keyOf(address), 'Too many password resets from this address.'),

    /**
     * Runs `attempt`, which resolves with undefined when the password is wrong: only then it counts.
     *
     * An account's attempts from one address take turns, so that guesses sent together are counted
     * one by one while right passwords sent together all pass. Together with the address it is,
     * because a lock on the account alone could be put there by any stranger. Each process has turns
     * of its own: of guesses sent together, each may let one through beyond the limit.
     */
    async login<T>({ address, emailKey }: LoginFrom, attempt: () => Promise<T | undefined>) {
      const network = keyOf(address);
      await take(failuresOfAddress, network, 'Too many failed logins from this address.');
      let result: T | undefined;
      let hasFailed = false;
      try {
        result = await inTurn(keyOf(address, emailKey), async (account) => {
          await refuseWhereSpent(failuresOfAccount, account, 'Too many failed logins.');
          const found = await attempt();
          hasFailed = found === undefined;
          if (hasFailed) await failuresOfAccount.limiter.penalty(account);
          else await failuresOfAccount.limiter.delete(account);
          return found;
        });
      } finally {
        if (!hasFailed) await giveBack(failuresOfAddress, network);
      }
      return result;
    },
  };
}

/** What is counted of an address, or of an account from there; storage learns neither of them. */
function keyOf(address: string, emailKey = ''): string {
  return createHash('sha256')
    .update(`${toNetwork(address)} ${emailKey}`)
    .digest('base64url');
}

async function take(count: Count, key: string, message: string): Promise<void> {
  try {
    await count.limiter.consume(key);
  } catch (spent) {
    if (!(spent instanceof RateLimiterRes)) throw spent;
    throw tooMany(message, count, spent);
  }
}

async function refuseWhereSpent(count: Count, key: string, message: string): Promise<void> {
  const used = await count.limiter.get(key);
  if (used && used.msBeforeNext > 0 && used.remainingPoints <= 0)
    throw tooMany(message, count, used);
}

/** Undoes a `take`; an empty count is dropped, so that the next failure starts a full period. */
async function giveBack({ limiter, dropEmpty }: Count, key: string): Promise<void> {
  const { consumedPoints } = await limiter.reward(key);
  if (consumedPoints <= 0) await dropEmpty(key);
}

/** By a clock that was set back meanwhile the count would end later than it does. */
function tooMany(message: string, { periodMs }: Count, { msBeforeNext }: RateLimiterRes) {
  const seconds = Math.max(1, Math.ceil(Math.min(periodMs, msBeforeNext) / 1000));
  return failures.tooMany(`${message} Try again later.`, seconds);
}

/** What counts as one address: with IPv6 the first 64 bits, since a client has all that follow. */
export function toNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  // The URL parser knows every way of writing an address (RFC 4291, section 2.2) and leaves one.
  const { hostname } = new URL(`http://[${address.replace(/%.*/, '')}]`);
  const [before = '', after = ''] = hostname.slice(1, -1).split('::');
  const head = before.split(':').filter(Boolean);
  const tail = after.split(':').filter(Boolean);
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}
