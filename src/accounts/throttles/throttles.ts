import type { Config } from '../../config.ts';
import { createAttemptSlots, createKeyedMutex } from './attempt-slots.ts';
import { keyOf, keyOfUser } from './keys.ts';
import { createPhoneThrottles } from './phone-throttles.ts';
import { type Attempt, countAttempt, countLeft, isWithin, take } from './spend.ts';
import { createOwnCount, type MakeCount } from './throttle-counts.ts';

const quarterHour = 15 * 60;
const hour = 60 * 60;
const day = 24 * hour;

/** Of an account. */
const sentResetsPerHour = 5;
const signInNoticesPerDay = 10;

/** Attempts of one address that are judged at once; passwords are hashed two at a time anyway. */
const judgedAtOnce = 4;

/** Most waiting attempts of an address, of an account from there, or of an account's codes. */
const mostWaiting = 200;

type LoginFrom = { address: string; emailKey: string };

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
  const sentResets = makeCount({ name: 'reset mails', points: sentResetsPerHour, seconds: hour });
  const phones = createPhoneThrottles(limits, makeCount);
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

    /** Counts reset tokens that are sent to an account: false where there were as many as allowed. */
    maySendReset: (userId: number) => isWithin(sentResets, keyOfUser(userId)),
    mayNotifyOfSignIn: (userId: number) => isWithin(signInNotices, keyOfUser(userId)),
    ...phones,

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
