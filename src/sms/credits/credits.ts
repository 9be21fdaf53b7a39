import type { Db } from '../../db/db.ts';
import { ApiError } from '../../kit/api/failures/api-error.ts';
import { chunksOf } from '../../kit/chunks.ts';
import { type Suspension, suspensionOf } from '../suspension/queries.ts';
import {
  type Credits,
  countTrial,
  findCredits,
  giveBack,
  insertAccount,
  insertCharges,
  insertEntry,
  insertRefunds,
  lowerQuota,
  raiseQuota,
  spend,
} from './queries.ts';
import { trialNote } from './trial-note.ts';

/**
 * Credits as a ledger: whatever changes an account is entered in the same transaction, so that at
 * every instant its balance is the sum of its entries. Each function wants that transaction.
 */

/** An account's credits: `balance = quota - used`. */
export type Balance = {
  balance: number;
  quota: number;
  used: number;
  /** True if it was granted nothing beyond its trial credits. */
  isTrial: boolean;
  /** The balance to which it has fallen and of which it wants to be told; null while it has not. */
  lowBalance: number | null;
};

export type Trial = {
  credits: number;
  /** Most accounts of one network and day that get them; without it there is no limit. */
  within?: { networkKey: string; limit: number };
};

/** Document 2, section 7: the body of a 402 includes the current balance. */
export function insufficientCredits(balance: number, needed: number): ApiError {
  const message = `Insufficient credits: this needs ${needed}, the balance is ${balance}.`;
  return new ApiError(402, 'insufficient_credits', message, { body: { balance } });
}

const emptyEntry = { message_id: null, job_id: null, note: null };

/** Refunds of one statement, a few parameters each. */
const chunkSize = 500;

/**
 * Opens the account of a user who has none, with its trial credits; with none where its network has
 * had them for as many accounts as it may within a day.
 */
export async function ensureAccount(
  trx: Db,
  { userId, trial, now }: { userId: number; trial: Trial; now: number },
): Promise<void> {
  const isNew = await insertAccount(trx, { user_id: userId, created_at: now });
  if (!isNew || trial.credits === 0) return;
  if (trial.within && !(await countTrial(trx, { ...trial.within, now }))) return;
  const { credits } = trial;
  await enterGrant(trx, { userId, credits, note: trialNote, now }, true);
}

type Grant = { userId: number; credits: number; note: string | null; now: number };

/** Adds credits to an account that there is; from then on it is no trial any more. */
export async function grantCredits(trx: Db, grant: Grant): Promise<Balance> {
  return await enterGrant(trx, grant, false);
}

/**
 * Takes unused credits back, as of a grant by mistake; enters that as a reversal.
 * @param grant with the number of credits to take back, above 0.
 * @returns undefined where the account has not so many unused; then nothing has changed.
 */
export async function takeBackCredits(trx: Db, grant: Grant): Promise<Balance | undefined> {
  const { userId, credits, note, now } = grant;
  const after = await lowerQuota(trx, userId, credits);
  if (!after) return undefined;
  const entry = { user_id: userId, kind: 'reversal', credits: -credits, note, created_at: now };
  await insertEntry(trx, { ...emptyEntry, ...entry });
  return toBalance(after);
}

async function enterGrant(
  trx: Db,
  { userId, credits, note, now }: Grant,
  isTrial: boolean,
): Promise<Balance> {
  const after = await raiseQuota(trx, userId, { credits, isTrial });
  await insertEntry(trx, {
    ...emptyEntry,
    user_id: userId,
    kind: 'grant',
    credits,
    note,
    created_at: now,
  });
  return toBalance(after);
}

type Charge = { userId: number; credits: number; messageId?: number; jobId?: number; now: number };

/**
 * Charges an account for all of something, and enters it.
 * @returns undefined where the account has not enough, is suspended, or there is none; then nothing has
 * changed.
 */
export async function chargeCredits(trx: Db, charge: Charge): Promise<Balance | undefined> {
  const { userId, credits, messageId = null, jobId = null, now } = charge;
  const after = await spend(trx, userId, credits);
  if (!after) return undefined;
  await insertEntry(trx, {
    user_id: userId,
    kind: 'charge',
    credits: -credits,
    message_id: messageId,
    job_id: jobId,
    note: null,
    created_at: now,
  });
  return toBalance(after);
}

type Begun = Pick<Balance, 'balance' | 'isTrial' | 'lowBalance'> & {
  spent: number;
  /** There where nothing was spent since the account is suspended. */
  suspension?: Suspension;
};

/**
 * The first half of charging for messages, which have no ids yet: spends as many of these credits, one
 * at least, as the account has. `enterCharges` is the second, in the same transaction.
 * @returns what was spent, and the balance after it.
 */
export async function beginCharges(
  trx: Db,
  { userId, credits }: { userId: number; credits: number },
): Promise<Begun> {
  for (let wanted = credits; ; ) {
    const after = await spend(trx, userId, wanted);
    if (after) return { spent: wanted, ...toBalance(after) };
    const account = await balanceOf(trx, userId);
    const { balance = 0, isTrial = false, lowBalance = null, suspension } = account ?? {};
    if (suspension) return { spent: 0, balance, isTrial, lowBalance, suspension };
    wanted = Math.min(wanted - 1, balance);
    if (wanted <= 0) return { spent: 0, balance, isTrial, lowBalance };
  }
}

/** The second half of charging for messages: enters what `beginCharges` has spent. */
export async function enterCharges(
  trx: Db,
  messages: readonly { id: number; user_id: number; cost: number }[],
  now: number,
): Promise<void> {
  if (messages.length > 0) await insertCharges(trx, messages, now);
}

/** Gives back the cost of messages, each once, however often it is called. */
export async function refundMessages(
  trx: Db,
  messages: readonly { id: number; user_id: number; cost: number }[],
  now: number,
): Promise<void> {
  const entries = messages
    .filter(({ cost }) => cost > 0)
    // In one order everywhere, so that two transactions never wait for each other.
    .sort((a, b) => a.user_id - b.user_id || a.id - b.id)
    .map(({ id, user_id, cost }) => ({
      ...emptyEntry,
      user_id,
      kind: 'refund',
      credits: cost,
      message_id: id,
      created_at: now,
    }));
  const byUser = new Map<number, number>();
  for (const chunk of chunksOf(entries, chunkSize)) {
    for (const { user_id, credits } of await insertRefunds(trx, chunk)) {
      byUser.set(user_id, (byUser.get(user_id) ?? 0) + credits);
    }
  }
  for (const [userId, credits] of byUser) await giveBack(trx, userId, credits);
}

/** Undefined where the user has no account with this service yet. */
export async function balanceOf(
  db: Db,
  userId: number,
): Promise<(Balance & { suspension?: Suspension }) | undefined> {
  const credits = await findCredits(db, userId);
  if (!credits) return undefined;
  const suspension = suspensionOf(credits);
  return { ...toBalance(credits), ...(suspension && { suspension }) };
}

function toBalance({ quota, used, is_trial, low_balance, is_low }: Credits): Balance {
  const lowBalance = is_low === 1 ? low_balance : null;
  return { balance: quota - used, quota, used, isTrial: is_trial === 1, lowBalance };
}
