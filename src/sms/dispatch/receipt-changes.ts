import type { Receipt } from '../providers/provider.ts';
import { type EffectDeps, followChanges } from './follow-changes.ts';
import type { ChangedMessage, Trx } from './queries.ts';
import {
  deliverMessages,
  type EarlyReceipt,
  findByRefs,
  findEarlyReceipts,
  forgetEarlyReceipts,
  keepEarlyReceipts,
  type MessageKey,
  markDelivered,
  type RefKey,
  undeliverMessages,
} from './receipt-queries.ts';

type Known = { user_id: number; message_id: number };

/**
 * Applies receipts of parts: a message is `delivered` once all its parts are, `undelivered` once one
 * part is not. Those whose message nobody knows yet are kept until it is.
 */
export async function applyReceipts(
  trx: Trx,
  deps: EffectDeps,
  receipts: Receipt[],
  now: number,
): Promise<void> {
  const final = receipts.filter(({ status }) => status !== 'pending');
  if (final.length === 0) return;
  const found = await findByRefs(trx, final.map(toRef));
  const known = new Map<string, Known>(found.map((row) => [keyOf(row), row]));
  const matched = final.flatMap((receipt) => {
    const message = known.get(keyOf(receipt));
    return message
      ? [{ receipt, message: { user_id: message.user_id, id: message.message_id } }]
      : [];
  });
  await applyMatched(trx, deps, matched, now);
  const early = final.filter((receipt) => !known.has(keyOf(receipt)));
  if (early.length > 0)
    await keepEarlyReceipts(
      trx,
      early.map((each) => toEarly(each, now)),
    );
}

type Matched = {
  receipt: Pick<Receipt, 'provider' | 'ref' | 'status' | 'error'>;
  message: MessageKey;
};

/** Applies receipts to the messages that they are known to be about. */
export async function applyMatched(
  trx: Trx,
  deps: EffectDeps,
  matched: Matched[],
  now: number,
): Promise<void> {
  const { engine } = deps.db;
  const changed: ChangedMessage[] = [];
  const bad = matched.filter(({ receipt }) => receipt.status !== 'delivered');
  if (bad.length > 0) {
    const messages = bad.map(({ receipt, message }) => ({ ...message, error: errorOf(receipt) }));
    changed.push(...(await undeliverMessages(trx, engine, messages)));
  }
  const good = matched.filter(({ receipt }) => receipt.status === 'delivered');
  if (good.length > 0) {
    await markDelivered(
      trx,
      good.map(({ receipt }) => toRef(receipt)),
    );
    const messages = good.map(({ message }) => message);
    changed.push(...(await deliverMessages(trx, messages, now)));
  }
  if (changed.length > 0) await followChanges(trx, deps, changed, now);
}

/** Applies the receipts that came before their message's ids did. */
export async function applyEarlyReceipts(
  trx: Trx,
  deps: EffectDeps,
  refs: RefKey[],
  now: number,
): Promise<void> {
  const early = await findEarlyReceipts(trx, refs.map(toRef));
  if (early.length === 0) return;
  await forgetEarlyReceipts(trx, deps.db.engine, early.map(toRef));
  await applyReceipts(trx, deps, early.map(toReceipt), now);
}

export function toReceipt({ provider, ref, status, error }: EarlyReceipt): Receipt {
  return { provider, ref, status: status as Receipt['status'], error };
}

function toEarly({ provider, ref, status, error, to }: Receipt, now: number): EarlyReceipt {
  return { provider, ref, status, error, phone: to ?? null, received_at: now };
}

function toRef({ provider, ref }: RefKey): RefKey {
  return { provider, ref };
}

function keyOf({ provider, ref }: RefKey): string {
  return `${provider}/${ref}`;
}

/** The network's word for it, where it gave no reason. */
function errorOf({ status, error }: { status: string; error: string | null }): string {
  return error ?? `The network reports: ${status}.`;
}
