import type { Db } from '../../db/db.ts';
import { chunksOf } from '../../kit/chunks.ts';
import {
  type Credits,
  findCredits,
  giveBack,
  insertAccount,
  insertCharges,
  insertEntry,
  insertRefunds,
  raiseQuota,
  spend,
} from './queries.ts';

/**
 * Credits as a ledger: whatever changes an account is entered in the same transaction, so that at
 * every instant its balance is the sum of its entries. Each function wants that transaction.
 */

/** What an account has: `balance = quota - used`. */
export type Balance = { balance: number; quota: number; used: number };

const emptyEntry = { message_id: null, job_id: null, note: null };

/** Refunds of one statement, a few parameters each. */
const chunkSize = 500;

/** Opens the account of a user who has none, with its trial credits. */
export async function ensureAccount(
  trx: Db,
  { userId, trialCredits, now }: { userId: number; trialCredits: number; now: number },
): Promise<void> {
  const account = { user_id: userId, quota: trialCredits, created_at: now };
  const isNew = await insertAccount(trx, account);
  if (!isNew || trialCredits === 0) return;
  await insertEntry(trx, {
    ...emptyEntry,
    user_id: userId,
    kind: 'grant',
    credits: trialCredits,
    note: 'Trial credits',
    created_at: now,
  });
}

/** Adds credits to an account that there is. */
export async function grantCredits(
  trx: Db,
  grant: { userId: number; credits: number; note: string | null; now: number },
): Promise<Balance> {
  const { userId, credits, note, now } = grant;
  const after = await raiseQuota(trx, userId, credits);
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

/** @returns undefined where the account has not enough, or there is none; then nothing has changed. */
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

/**
 * Spends as many of these credits as the account has; the caller enters what for, with `enterCharges`.
 * @returns what was spent, and the balance after it.
 */
export async function spendUpTo(
  trx: Db,
  { userId, credits }: { userId: number; credits: number },
): Promise<{ spent: number; balance: number }> {
  for (let wanted = credits; wanted > 0; ) {
    const after = await spend(trx, userId, wanted);
    if (after) return { spent: wanted, balance: toBalance(after).balance };
    const { balance = 0 } = (await balanceOf(trx, userId)) ?? {};
    wanted = Math.min(wanted - 1, balance);
  }
  const { balance = 0 } = (await balanceOf(trx, userId)) ?? {};
  return { spent: 0, balance };
}

/** Enters the charges of messages whose credits are spent. */
export async function enterCharges(
  trx: Db,
  messages: readonly { id: number; user_id: number; cost: number }[],
  now: number,
): Promise<void> {
  if (messages.length > 0) await insertCharges(trx, messages, now);
}

/** Gives back what messages cost, each once, however often it is asked for. */
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
export async function balanceOf(db: Db, userId: number): Promise<Balance | undefined> {
  const credits = await findCredits(db, userId);
  return credits && toBalance(credits);
}

function toBalance({ quota, used }: Credits): Balance {
  return { balance: quota - used, quota, used };
}
