import type { Engine } from '../../../db/db.ts';
import type { Work } from '../../../db/work.ts';
import { hourMs } from '../../../kit/time/units.ts';
import type { ChangedMessage, MessageKey, Trx } from '../../message.ts';
import type { IdForm } from '../../providers/id-forms.ts';
import type { Receipt } from '../../providers/provider.ts';
import { followChanges } from '../follow-changes.ts';
import {
  type EarlyKey,
  type EarlyReceipt,
  forgetEarlyReceipts,
  keepEarlyReceipts,
  postponeEarlyReceipts,
} from './early-receipt-queries.ts';
import { findMessages } from './find-messages.ts';
import {
  deliverMessages,
  markDelivered,
  type PartKey,
  undeliverMessages,
} from './receipt-queries.ts';

/** The outcome of receipts; providers by their names, one for each receipt. */
export type ReceiptOutcome = {
  matched: string[];
  /** Receipts without a message yet. */
  kept: EarlyReceipt[];
  /** Forms of ids that were found out now. */
  learnt: { provider: string; form: IdForm }[];
};

/** A receipt is looked at again after this, then after twice as long each time, up to an hour. */
export const firstRetryMs = 1000;
const longestRetryMs = hourMs;

type Given<R> = { receipts: R[]; now: number };

/**
 * Applies receipts of parts: a message is `delivered` once all its parts are, `undelivered` once one
 * part is not. Those that have no message yet are kept.
 */
export const storeReceipts: Work<Given<Receipt>, ReceiptOutcome> = {
  url: import.meta.url,
  name: 'storeReceipts',
  run: async (trx, engine, { receipts, now }) => {
    const early = receipts.map((receipt) => toEarly(receipt, now));
    const { matched, kept, learnt } = await applyAll(trx, engine, early, now);
    if (kept.length > 0) await keepEarlyReceipts(trx, kept);
    return { matched: matched.map(({ provider }) => provider), kept, learnt };
  },
};

/** Matches receipts that were kept before; those that find their message now are forgotten. */
export const matchEarlyReceipts: Work<Given<EarlyReceipt>, ReceiptOutcome> = {
  url: import.meta.url,
  name: 'matchEarlyReceipts',
  run: async (trx, engine, { receipts, now }) => {
    const { matched, kept, learnt } = await applyAll(trx, engine, receipts, now);
    // Another transaction may have matched them just now: the one that forgets a receipt has matched it.
    const forgotten = matched.length > 0 ? await forgetEarlyReceipts(trx, matched.map(toKey)) : [];
    if (kept.length > 0) {
      const later = (each: EarlyReceipt) => ({ ...toKey(each), due_at: nextTry(each, now) });
      await postponeEarlyReceipts(trx, { receipts: kept.map(later) });
    }
    return { matched: forgotten, kept, learnt };
  },
};

async function applyAll(trx: Trx, engine: Engine, receipts: EarlyReceipt[], now: number) {
  const { matches, learnt } = await findMessages(trx, receipts, now);
  const matched = receipts.flatMap((receipt, index) => {
    const match = matches[index];
    return match ? [{ receipt, part: { provider: receipt.provider, ...match } }] : [];
  });
  await applyMatched(trx, engine, matched, now);
  return {
    matched: matched.map(({ receipt }) => receipt),
    kept: receipts.filter((_, index) => !matches[index]),
    learnt,
  };
}

type Matched = { receipt: Pick<EarlyReceipt, 'status' | 'error'>; part: PartKey };

/** Applies receipts to the messages that they are known to mean. */
export async function applyMatched(
  trx: Trx,
  engine: Engine,
  matched: Matched[],
  now: number,
): Promise<void> {
  const good = matched.filter(({ receipt }) => receipt.status === 'delivered');
  const bad = matched.filter(({ receipt }) => receipt.status !== 'delivered');
  const changed: ChangedMessage[] = [];
  if (bad.length > 0) {
    const messages = bad.map(({ receipt, part }) => ({
      ...toMessage(part),
      error: errorOf(receipt),
    }));
    changed.push(...(await undeliverMessages(trx, engine, messages)));
  }
  if (good.length > 0) {
    const parts = good.map(({ part }) => part);
    await markDelivered(trx, { parts });
    changed.push(...(await deliverMessages(trx, { messages: parts.map(toMessage), now })));
  }
  if (changed.length > 0) await followChanges(trx, engine, { moved: changed }, now);
}

function toEarly(receipt: Receipt, now: number): EarlyReceipt {
  const { provider, ref, status, error, to = '', otherPhone = '', anyForm = false } = receipt;
  const times = { received_at: now, due_at: now + firstRetryMs };
  const phones = { phone: to, other_phone: otherPhone };
  return { provider, ref, ...phones, status, error, any_form: anyForm ? 1 : 0, ...times };
}

function nextTry({ received_at }: EarlyReceipt, now: number): number {
  return now + Math.min(longestRetryMs, Math.max(firstRetryMs, now - received_at));
}

function toKey({ provider, ref, phone }: EarlyKey): EarlyKey {
  return { provider, ref, phone };
}

function toMessage({ user_id, message_id }: PartKey): MessageKey {
  return { user_id, id: message_id };
}

/** The network's word for it, where it gave no reason. */
function errorOf({ status, error }: { status: string; error: string | null }): string {
  return error ?? `The network reports: ${status}.`;
}
