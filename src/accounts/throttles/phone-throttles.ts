import type { Config } from '../../config.ts';
import { keyOf, keyOfPhone, keyOfUser } from './keys.ts';
import { isWithin, take } from './spend.ts';
import type { MakeCount } from './throttle-counts.ts';

const day = 24 * 60 * 60;

/** Of an account. */
const passwordSmsPerDay = 5;
const phoneChecksPerDay = 5;

/** Why a code goes to a phone: to verify a number, or to reset a password. */
export type PhonePurpose = 'verify' | 'reset';

/** Limits codes by SMS, by number, address and account, and what the operator pays for. Functions that count throw 429. */
export function createPhoneThrottles(limits: Config['throttles'], makeCount: MakeCount) {
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

  return {
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
  };
}
