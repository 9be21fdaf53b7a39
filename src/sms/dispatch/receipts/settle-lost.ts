import type { Database } from '../../../db/database.ts';
import { applyMatched } from './apply-receipts.ts';
import { findLostMatches, forgetEarlyReceipts } from './early-receipt-queries.ts';

type LostMatch = Awaited<ReturnType<typeof findLostMatches>>[number];

/**
 * Finds early receipts whose answer will not come any more: such a receipt names a phone, and a message to
 * that phone is `unknown`. Where it is the only one, the receipt speaks of it.
 */
export async function findLost(
  db: Database,
  search: { receivedBefore: number; limit: number },
): Promise<LostMatch[]> {
  const pairs = await findLostMatches(db.read, search);
  const byReceipt = Map.groupBy(pairs, ({ provider, ref, phone }) => `${provider}/${ref}/${phone}`);
  const taken = new Set<string>();
  return [...byReceipt.values()].flatMap(([first, second]) => {
    const key = `${first?.user_id}/${first?.id}`;
    if (!first || second || taken.has(key)) return [];
    taken.add(key);
    return [first];
  });
}

/**
 * Applies receipts to the lost messages that they name, in one transaction.
 * @returns the providers of the receipts that no other transaction had matched meanwhile.
 */
export async function settleLost(db: Database, lost: LostMatch[], now: number): Promise<string[]> {
  return await db.transaction(async (trx) => {
    const keys = lost.map(({ provider, ref, phone }) => ({ provider, ref, phone }));
    const forgotten = await forgetEarlyReceipts(trx, keys);
    const matched = lost.map(({ provider, ref, user_id, id, ...receipt }) => ({
      receipt,
      part: { provider, ref, user_id, message_id: id },
    }));
    await applyMatched(trx, db.engine, matched, now);
    return forgotten;
  });
}
