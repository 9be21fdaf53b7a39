import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { holdUser } from '../queries.ts';
import { findStep, hashRecoveryCode, isTimeCode, readCode } from './codes.ts';
import * as queries from './queries.ts';
import type { Seal } from './seal.ts';

/** Outcome of the second step: a wrong code, a missing one, or the result behind it. */
export type Passed<T> =
  | { verdict: 'right'; value: T }
  | { verdict: 'wrong' }
  | { verdict: 'unfinished' };

/** The step or recovery code that a code uses up. */
type Use = { step: number } | { recoveryHash: string };

export type UseCodeDeps = { db: Database; log: Logger; clock: Clock; seal: Seal };

/** A month of steps: far more than a clock is ever put back. */
const stepsRemembered = 30 * 24 * 120;

export function isOn(factor: queries.SecondFactor | undefined): factor is queries.SecondFactor {
  return factor !== undefined && factor.confirmed_at !== null;
}

/** Runs `work` in a transaction that holds the user's row, and uses up the code; unless the code is wrong. */
export async function passWith<T>(
  deps: UseCodeDeps,
  factor: queries.SecondFactor,
  code: string,
  work: (trx: Db) => Promise<T>,
): Promise<Passed<T>> {
  const use = await findUse(deps, factor, code);
  if (!use) return { verdict: 'wrong' };
  const { user_id, sealed_secret } = factor;
  return await deps.db.transaction(async (trx) => {
    await holdUser(trx, user_id);
    const current = await queries.findSecondFactor(trx, user_id);
    const isSame = isOn(current) && current.sealed_secret === sealed_secret;
    if (!isSame || !(await spend(trx, user_id, use))) return { verdict: 'wrong' };
    return { verdict: 'right', value: await work(trx) };
  });
}

/** Finds what a code uses up; undefined where it is of no step around now. */
export async function findUse(
  { clock, ...deps }: UseCodeDeps,
  factor: queries.SecondFactor,
  code: string,
): Promise<Use | undefined> {
  const plain = readCode(code);
  if (!isTimeCode(plain)) return { recoveryHash: hashRecoveryCode(plain) };
  const secret = openSecret(deps, factor);
  const step = secret && (await findStep(secret, plain, clock()));
  return step === undefined ? undefined : { step };
}

function openSecret(
  { seal, log }: Pick<UseCodeDeps, 'seal' | 'log'>,
  { user_id, sealed_secret }: queries.SecondFactor,
): Buffer | undefined {
  const secret = seal.open(user_id, sealed_secret);
  if (!secret) log.error({ userId: user_id }, 'a second factor was made with another secret');
  return secret;
}

/** Uses up a code; false where it was used before, or is none. */
export async function spend(trx: Db, userId: number, use: Use): Promise<boolean> {
  if ('recoveryHash' in use) return await queries.takeRecoveryCode(trx, userId, use.recoveryHash);
  await queries.deleteUsesBefore(trx, userId, use.step - stepsRemembered);
  return await queries.insertUse(trx, userId, use.step);
}
