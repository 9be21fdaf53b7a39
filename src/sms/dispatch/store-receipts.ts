import type { Work } from '../../db/work.ts';
import { refundMessages } from '../credits/credits.ts';
import type { Receipt } from '../providers/provider.ts';
import { enqueueStatusEvents } from '../webhooks/enqueue-events.ts';
import { applyReceipts } from './receipt-changes.ts';

const ownEffects = { refund: refundMessages, tell: enqueueStatusEvents };

/** Receipts that came together, applied beside the connection. */
export const storeReceipts: Work<{ receipts: Receipt[]; now: number }, void> = {
  url: import.meta.url,
  name: 'storeReceipts',
  run: (trx, engine, { receipts, now }) =>
    applyReceipts(trx, { ...ownEffects, db: { engine } }, receipts, now),
};
