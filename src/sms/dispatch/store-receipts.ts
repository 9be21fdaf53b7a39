import type { Work } from '../../db/work.ts';
import type { Receipt } from '../providers/provider.ts';
import { createOwnEffects } from './own-effects.ts';
import { applyReceipts } from './receipt-changes.ts';

type Given = { receipts: Receipt[]; now: number };

/** Receipts that came together, applied beside the connection. */
export const storeReceipts: Work<Given, { hasEvents: boolean }> = {
  url: import.meta.url,
  name: 'storeReceipts',
  run: async (trx, engine, { receipts, now }) => {
    const effects = createOwnEffects();
    await applyReceipts(trx, { ...effects, db: { engine } }, receipts, now);
    return { hasEvents: effects.hasEvents() };
  },
};
