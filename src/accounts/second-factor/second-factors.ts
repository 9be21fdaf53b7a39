import type { Db } from '../../db/db.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import type { Ids } from '../../kit/ids.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Caller } from '../guard.ts';
import type { NotifyOwner } from '../notices/notices.ts';
import { holdUser } from '../queries.ts';
import type { SessionEnds } from '../sessions/session-ends.ts';
import type { Attempt } from '../throttles/spend.ts';
import type { Throttles } from '../throttles/throttles.ts';
import {
  describeSecret,
  type Enrolment,
  hashRecoveryCode,
  makeRecoveryCodes,
  secretBytes,
} from './codes.ts';
import * as queries from './queries.ts';
import { findUse, isOn, type Passed, passWith, spend, type UseCodeDeps } from './use-code.ts';

type Deps = UseCodeDeps & {
  /** Clock by which the guard judges sessions. */
  sessionClock: Clock;
  ids: Ids;
  throttles: Throttles;
  sessionEnds: SessionEnds;
  notifyOwner: NotifyOwner;
};

/** Wrong codes before an account notice: typing errors are fewer. */
const wrongCodesTold = 3;

export type SecondFactors = ReturnType<typeof createSecondFactors>;

const alreadyOn = () =>
  failures.conflict('second_factor_on', 'Two-step sign-in is on already; turn it off first.');
const notOn = () => failures.conflict('second_factor_off', 'Two-step sign-in is not on.');
const notStarted = () =>
  failures.conflict('second_factor_not_started', 'Start two-step sign-in before confirming it.');

/**
 * Two-step sign-in: beside the password, a code that the owner's phone makes from a shared secret and the
 * time, or one of ten recovery codes. Each code is valid once.
 */
export function createSecondFactors(deps: Deps) {
  const { db, clock, sessionClock, ids, seal, throttles, sessionEnds, notifyOwner } = deps;

  /**
   * The caller has shown the password: the owner is notified when wrong codes are too many for typing
   * errors.
   */
  const tryCode = <T extends Attempt>(userId: number, attempt: () => Promise<T>) =>
    throttles.code(userId, attempt, (count) => {
      if (count === wrongCodesTold) notifyOwner(userId, { kind: 'wrong codes' });
    });

  /** Changes a second step that is on by a code, which is used up, and notifies the owner. @throws 409 */
  const changeWith = async <T>(
    userId: number,
    code: string,
    kind: 'second factor off' | 'recovery codes renewed',
    work: (trx: Db) => Promise<T>,
  ): Promise<Passed<T>> => {
    const factor = await queries.findSecondFactor(db.read, userId);
    if (!isOn(factor)) throw notOn();
    const passed = await tryCode(userId, () => passWith(deps, factor, code, work));
    if (passed.verdict === 'right') notifyOwner(userId, { kind });
    return passed;
  };

  return {
    isOn: async (userId: number) => isOn(await queries.findSecondFactor(db.read, userId)),

    /**
     * Runs `work` in a transaction that holds the user's row, once the second step is passed: at once for
     * an account without one, else with a code, which is used up.
     */
    pass: async <T>(
      userId: number,
      code: string | null | undefined,
      work: (trx: Db) => Promise<T>,
    ): Promise<Passed<T>> => {
      const factor = await queries.findSecondFactor(db.read, userId);
      if (isOn(factor)) {
        if (code === null || code === undefined) return { verdict: 'unfinished' };
        return await tryCode(userId, () => passWith(deps, factor, code, work));
      }
      return await db.transaction(async (trx) => {
        await holdUser(trx, userId);
        // It may have been turned on meanwhile.
        if (isOn(await queries.findSecondFactor(trx, userId))) return { verdict: 'unfinished' };
        return { verdict: 'right', value: await work(trx) };
      });
    },

    /** Makes a secret, which is not required before it is confirmed. @throws 409 */
    start: async (userId: number, email: string): Promise<Enrolment> => {
      const secret = Buffer.from(ids.secret(secretBytes), 'base64url');
      const isPut = await queries.putSecondFactor(db.write, {
        user_id: userId,
        sealed_secret: seal.close(userId, secret),
        started_at: clock(),
      });
      if (!isPut) throw alreadyOn();
      return await describeSecret(secret, email);
    },

    /**
     * Turns it on once a code shows that the phone has the secret, which ends the account's other sessions:
     * they were opened by the password alone.
     * @returns the recovery codes, which cannot be shown again. @throws 409
     */
    confirm: async (caller: Caller, code: string): Promise<Passed<string[]>> => {
      const { userId } = caller;
      const factor = await queries.findSecondFactor(db.read, userId);
      if (!factor) throw notStarted();
      if (isOn(factor)) throw alreadyOn();
      const passed = await tryCode(userId, async (): Promise<Passed<string[]>> => {
        const use = await findUse(deps, factor, code);
        if (!use || !('step' in use)) return { verdict: 'wrong' };
        const codes = makeRecoveryCodes(ids);
        await db.transaction(async (trx) => {
          await holdUser(trx, userId);
          const isConfirmed = await queries.confirmSecondFactor(trx, factor, clock());
          if (!isConfirmed) throw notStarted();
          await spend(trx, userId, use);
          await queries.replaceRecoveryCodes(trx, userId, codes.map(hashRecoveryCode));
          await sessionEnds.endOthers(trx, caller, sessionClock());
        });
        return { verdict: 'right', value: codes };
      });
      if (passed.verdict === 'right') {
        sessionEnds.tell(userId);
        notifyOwner(userId, { kind: 'second factor on' });
      }
      return passed;
    },

    /** Turns it off. @throws 409 */
    remove: (userId: number, code: string) =>
      changeWith(userId, code, 'second factor off', (trx) =>
        queries.deleteSecondFactor(trx, userId),
      ),

    /** Replaces the recovery codes by ten new ones, which it returns. @throws 409 */
    renewRecoveryCodes: (userId: number, code: string) =>
      changeWith(userId, code, 'recovery codes renewed', async (trx) => {
        const codes = makeRecoveryCodes(ids);
        await queries.replaceRecoveryCodes(trx, userId, codes.map(hashRecoveryCode));
        return codes;
      }),
  };
}
