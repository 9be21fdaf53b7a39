import type { IdForm } from '../providers/id-forms.ts';
import type { Receipt } from '../providers/provider.ts';
import {
  type EarlyKey,
  type EarlyReceipt,
  forgetEarlyReceipts,
  keepEarlyReceipts,
  postponeEarlyReceipts,
} from './early-receipt-queries.ts';
import { type EffectDeps, followChanges } from './follow-changes.ts';
import { placeReceipts } from './place-receipts.ts';
import type { ChangedMessage, Trx } from './queries.ts';
import {
  deliverMessages,
  markDelivered,
  type PartKey,
  undeliverMessages,
} from './receipt-queries.ts';

/** What became of receipts; providers by their names, one for each receipt. */
export type ReceiptOutcome = {
  placed: string[];
  /** Those that have no place yet. */
  kept: EarlyReceipt[];
  /** Forms of ids that were found out now. */
  learnt: { provider: string; form: IdForm }[];
};

export const nothingToPlace: ReceiptOutcome = { placed: [], kept: [], learnt: [] };

/** A receipt is looked at again after this, then after twice as long each time, up to an hour. */
export const firstRetryMs = 1000;
const longestRetryMs = 3_600_000;

/**
 * Applies receipts of parts: a message is `delivered` once all its parts are, `undelivered` once one
 * part is not. Those that have no place yet are kept.
 */
export async function applyReceipts(
  trx: Trx,
  deps: EffectDeps,
  receipts: Receipt[],
  now: number,
): Promise<ReceiptOutcome> {
  const final = receipts.filter(({ status }) => status !== 'pending');
  if (final.length === 0) return nothingToPlace;
  const { placed, kept, learnt } = await applyAll(
    trx,
    deps,
    final.map((receipt) => toEarly(receipt, now)),
    now,
  );
  if (kept.length > 0) await keepEarlyReceipts(trx, kept);
  return { placed: placed.map(({ provider }) => provider), kept, learnt };
}

/** The same for receipts that were kept before: those that find their place now are forgotten. */
export async function applyEarlyReceipts(
  trx: Trx,
  deps: EffectDeps,
  receipts: EarlyReceipt[],
  now: number,
): Promise<ReceiptOutcome> {
  if (receipts.length === 0) return nothingToPlace;
  const { placed, kept, learnt } = await applyAll(trx, deps, receipts, now);
  // Another transaction may have placed them just now: whoever forgets a receipt has placed it.
  const forgotten = placed.length > 0 ? await forgetEarlyReceipts(trx, placed.map(toKey)) : [];
  if (kept.length > 0) {
    const later = (each: EarlyReceipt) => ({ ...toKey(each), due_at: nextTry(each, now) });
    await postponeEarlyReceipts(trx, kept.map(later));
  }
  return { placed: forgotten, kept, learnt };
}

async function applyAll(trx: Trx, deps: EffectDeps, receipts: EarlyReceipt[], now: number) {
  const { places, learnt } = await placeReceipts(trx, receipts, now);
  const matched = receipts.flatMap((receipt, index) => {
    const place = places[index];
    return place ? [{ receipt, part: { provider: receipt.provider, ...place } }] : [];
  });
  await applyMatched(trx, deps, matched, now);
  return {
    placed: matched.map(({ receipt }) => receipt),
    kept: receipts.filter((_, index) => !places[index]),
    learnt,
  };
}

type Matched = { receipt: Pick<EarlyReceipt, 'status' | 'error'>; part: PartKey };

/** Applies receipts to the messages that they are known to be about. */
export async function applyMatched(
  trx: Trx,
  deps: EffectDeps,
  matched: Matched[],
  now: number,
): Promise<void> {
  const changed: ChangedMessage[] = [];
  const bad = matched.filter(({ receipt }) => receipt.status !== 'delivered');
  if (bad.length > 0) {
    const messages = bad.map(({ receipt, part }) => ({
      ...toMessage(part),
      error: errorOf(receipt),
    }));
    changed.push(...(await undeliverMessages(trx, deps.db.engine, messages)));
  }
  const good = matched.filter(({ receipt }) => receipt.status === 'delivered');
  if (good.length > 0) {
    const parts = good.map(({ part }) => part);
    await markDelivered(trx, parts);
    changed.push(...(await deliverMessages(trx, parts.map(toMessage), now)));
  }
  if (changed.length > 0) await followChanges(trx, deps, changed, now);
}

function toEarly(receipt: Receipt, now: number): EarlyReceipt {
  const { provider, ref, status, error, to = '', anyForm = false } = receipt;
  const times = { received_at: now, due_at: now + firstRetryMs };
  return { provider, ref, phone: to, status, error, any_form: anyForm ? 1 : 0, ...times };
}

function nextTry({ received_at }: EarlyReceipt, now: number): number {
  return now + Math.min(longestRetryMs, Math.max(firstRetryMs, now - received_at));
}

function toKey({ provider, ref, phone }: EarlyKey): EarlyKey {
  return { provider, ref, phone };
}

function toMessage({ user_id, message_id }: PartKey) {
  return { user_id, id: message_id };
}

/** The network's word for it, where it gave no reason. */
function errorOf({ status, error }: { status: string; error: string | null }): string {
  return error ?? `The network reports: ${status}.`;
}
