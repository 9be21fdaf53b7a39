import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../../config.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { createAttemptSlots, createKeyedMutex } from './attempt-slots.ts';
import { type Count, createOwnCount, type MakeCount } from './throttle-counts.ts';

const quarterHour = 15 * 60;
const hour = 60 * 60;
const day = 24 * hour;

/** Of an account. */
const resetMailsPerHour = 5;
const signInNoticesPerDay = 10;
const passwordSmsPerDay = 5;
const phoneChecksPerDay = 5;

/** Attempts of one address that are judged at once; passwords are hashed two at a time anyway. */
const judgedAtOnce = 4;

/** Most waiting attempts of an address, of an account from there, or of an account's codes. */
const mostWaiting = 200;

/** Why a code goes to a phone: to verify a number, or to reset a password. */
export type PhonePurpose = 'verify' | 'reset';

type LoginFrom = { address: string; emailKey: string };

/** A wrong attempt counts, a right one clears the count; `unfinished` waits for the second factor. */
export type Attempt = { verdict: 'right' | 'wrong' | 'unfinished' };

export type Throttles = ReturnType<typeof createThrottles>;

/** Limits attempts by address and by account. Every function throws 429 with the seconds until its count ends. */
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
  const passwordChanges = makeCount({
    name: 'password changes',
    points: limits.passwordChangesPerAccount,
    seconds: hour,
  });
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
  const wrongKeys = makeCount({
    name: 'wrong keys',
    points: limits.keyFailuresPerAddress,
    seconds: quarterHour,
    isOneWay: true,
  });
  const wrongCodes = makeCount({
    name: 'wrong codes',
    points: limits.wrongCodesPerAccount,
    seconds: quarterHour,
  });
  const resetMails = makeCount({ name: 'reset mails', points: resetMailsPerHour, seconds: hour });
  const phoneCodes = (purpose: PhonePurpose) =>
    makeCount({
      name: `${purpose} codes of a number`,
      points: limits.phoneCodesPerNumber,
      seconds: day,
    });
  const codesOfNumber = { verify: phoneCodes('verify'), reset: phoneCodes('reset') };
  const codesOfAddress = makeCount({
    name: 'phone codes of an address',
    points: limits.phoneCodesPerAddress,
    seconds: day,
  });
  const codesOfAccount = makeCount({
    name: 'phone checks of an account',
    points: phoneChecksPerDay,
    seconds: day,
  });
  const smsOfServer = (purpose: PhonePurpose) =>
    makeCount({
      name: `${purpose} SMS of the server`,
      points: limits.accountSmsADay,
      seconds: day,
    });
  const smsADay = { verify: smsOfServer('verify'), reset: smsOfServer('reset') };
  const passwordSms = makeCount({ name: 'password SMS', points: passwordSmsPerDay, seconds: day });
  const signInNotices = makeCount({
    name: 'sign-in notices',
    points: signInNoticesPerDay,
    seconds: day,
  });
  const inTurn = createKeyedMutex(mostWaiting);
  const inSlot = createAttemptSlots({ atOnce: judgedAtOnce, waiting: mostWaiting });

  return {
    countRegistration: (address: string) =>
      take(registrations, keyOf(address), 'Too many registrations from this address.'),

    countReset: (address: string) =>
      take(resets, keyOf(address), 'Too many password resets from this address.'),

    /** To be called for an invalid key, so that valid ones from the same address still work. */
    countWrongKey: (address: string) =>
      take(wrongKeys, keyOf(address), 'Too many wrong API keys from this address.'),

    countPasswordChange: (userId: number) =>
      take(passwordChanges, keyOfUser(userId), tooManyChanges),

    /** To be called before any work is done for a change: counts nothing. */
    refuseTooManyChanges: (userId: number) =>
      countLeft(passwordChanges, keyOfUser(userId), tooManyChanges),

    /** Counts mails to an account: false where there were as many as allowed. */
    mayMailReset: (userId: number) => isWithin(resetMails, keyOfUser(userId)),
    mayNotifyOfSignIn: (userId: number) => isWithin(signInNotices, keyOfUser(userId)),
    /** Counts a code asked for, whether or not an account has the number: nobody learns which it is. */
    countPhoneCode: async (purpose: PhonePurpose, phone: string, address: string) => {
      await take(codesOfAddress, keyOf(address), 'Too many codes by SMS from this address.');
      await take(codesOfNumber[purpose], keyOfPhone(phone), 'Too many codes to this number today.');
    },
    countPhoneCheck: (userId: number) =>
      take(codesOfAccount, keyOfUser(userId), 'Too many numbers of this account today.'),
    /** Counts SMS that the operator pays for: false where there were as many today as allowed. */
    maySendSms: (purpose: PhonePurpose) => isWithin(smsADay[purpose], 'all'),
    mayTellByPhone: (userId: number) => isWithin(passwordSms, keyOfUser(userId)),

    /**
     * Runs `attempt`, which reports if the password was right. An account's attempts from one address run
     * sequentially, and an address has no more under way than it may still fail: concurrent guesses are
     * counted one by one, while right passwords all pass. An account is counted together with the address,
     * because any stranger could lock the account alone. Each process counts attempts under way for itself,
     * and so may let a few more through.
     */
    login: <T extends Attempt>({ address, emailKey }: LoginFrom, attempt: () => Promise<T>) => {
      const network = keyOf(address);
      const failuresLeft = () =>
        countLeft(failuresOfAddress, network, 'Too many failed logins from this address.');
      return inTurn(keyOf(address, emailKey), async (account) => {
        await countLeft(failuresOfAccount, account, 'Too many failed logins.');
        return await inSlot(network, failuresLeft, async () => {
          const found = await attempt();
          if (found.verdict === 'wrong') await failuresOfAddress.limiter.penalty(network);
          await countAttempt(failuresOfAccount, account, found);
          return found;
        });
      });
    },

    /**
     * Runs `attempt`, which reports if a code of the second factor was right; sequentially. Counted for all
     * addresses together: six digits must not be tried from a thousand of them.
     * @param onWrong called with the number of wrong codes since the count began.
     */
    code: <T extends Attempt>(
      userId: number,
      attempt: () => Promise<T>,
      onWrong: (count: number) => void = () => {},
    ) =>
      inTurn(keyOfUser(userId), async (account) => {
        const left = await countLeft(wrongCodes, account, 'Too many wrong codes.');
        const found = await attempt();
        await countAttempt(wrongCodes, account, found);
        if (found.verdict === 'wrong') onWrong(wrongCodes.limiter.points - left + 1);
        return found;
      }),
  };
}

const tooManyChanges = 'Too many changes of this password.';

/** Key of an address in counts, from which storage does not learn the address. */
export function toNetworkKey(address: string): string {
  return keyOf(address);
}

/** Key of an address, or of an account from there; storage learns neither of them. */
function keyOf(address: string, emailKey = ''): string {
  return createHash('sha256')
    .update(`${toNetwork(address)} ${emailKey}`)
    .digest('base64url');
}

function keyOfUser(userId: number): string {
  return createHash('sha256').update(`user ${userId}`).digest('base64url');
}

function keyOfPhone(phone: string): string {
  return createHash('sha256').update(`phone ${phone}`).digest('base64url');
}

async function take(count: Count, key: string, message: string): Promise<void> {
  const spent = await consume(count, key);
  if (spent) throw tooMany(message, count, spent);
}

async function isWithin(count: Count, key: string): Promise<boolean> {
  return (await consume(count, key)) === undefined;
}

/** @returns the state of the count where it is used up. */
async function consume({ limiter }: Count, key: string): Promise<RateLimiterRes | undefined> {
  try {
    await limiter.consume(key);
    return undefined;
  } catch (spent) {
    if (!(spent instanceof RateLimiterRes)) throw spent;
    return spent;
  }
}

async function countLeft(count: Count, key: string, message: string): Promise<number> {
  const { limiter } = count;
  const used = await limiter.get(key);
  if (!used || used.msBeforeNext <= 0) return limiter.points;
  if (used.remainingPoints <= 0) throw tooMany(message, count, used);
  return used.remainingPoints;
}

async function countAttempt({ limiter }: Count, key: string, { verdict }: Attempt): Promise<void> {
  if (verdict === 'wrong') await limiter.penalty(key);
  if (verdict === 'right') await limiter.delete(key);
}

/** After the clock was set back the count would seem to end later than it does. */
function tooMany(message: string, { periodMs }: Count, { msBeforeNext }: RateLimiterRes) {
  const seconds = Math.max(1, Math.ceil(Math.min(periodMs, msBeforeNext) / 1000));
  return failures.tooMany(`${message} Try again later.`, seconds);
}

/**
 * The part of an address that counts as one client: with IPv6 the first 64 bits, since a client has all
 * that follow.
 */
export function toNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  // The URL parser reads every form of an address (RFC 4291, section 2.2) and writes one.
  const { hostname } = new URL(`http://[${address.replace(/%.*/, '')}]`);
  const [before = '', after = ''] = hostname.slice(1, -1).split('::');
  const head = before.split(':').filter(Boolean);
  const tail = after.split(':').filter(Boolean);
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}
