import type { Work } from '../../db/work.ts';
import type { Receipt } from '../providers/provider.ts';
import type { EarlyReceipt } from './early-receipt-queries.ts';
import { createOwnEffects } from './own-effects.ts';
import { applyEarlyReceipts, applyReceipts, type ReceiptOutcome } from './receipt-changes.ts';

type Given<R> = { receipts: R[]; now: number };
type Stored = { outcome: ReceiptOutcome; hasEvents: boolean };

/** Receipts that came together, applied beside the connection. */
export const storeReceipts: Work<Given<Receipt>, Stored> = {
  url: import.meta.url,
  name: 'storeReceipts',
  run: async (trx, engine, { receipts, now }) => {
    const effects = createOwnEffects();
    const outcome = await applyReceipts(trx, { ...effects, db: { engine } }, receipts, now);
    return { outcome, hasEvents: effects.hasEvents() };
  },
};

/** Receipts that were kept, looked at again beside the connection. */
export const placeEarlyReceipts: Work<Given<EarlyReceipt>, Stored> = {
  url: import.meta.url,
  name: 'placeEarlyReceipts',
  run: async (trx, engine, { receipts, now }) => {
    const effects = createOwnEffects();
    const outcome = await applyEarlyReceipts(trx, { ...effects, db: { engine } }, receipts, now);
    return { outcome, hasEvents: effects.hasEvents() };
  },
};
