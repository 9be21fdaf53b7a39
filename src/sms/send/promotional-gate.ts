import type { Database } from '../../db/database.ts';
import { findOptedOut, findQuietAccounts } from '../dispatch/claim-queries.ts';
import { invalid } from '../message-fields.ts';
import { promotionalMayGoAt } from '../quiet-hours.ts';

type Promotion = { userId: number; phone: string; at: number };

/**
 * When a promotional message may go that was wanted at an instant: at once, or after quiet hours.
 * @throws 400 where its number has opted out.
 */
export async function promotionalGate(
  { read, engine }: Database,
  { userId, phone, at }: Promotion,
): Promise<number> {
  const [optedOut] = await findOptedOut(read, engine, [{ user_id: userId, phone }]);
  if (optedOut) throw invalid('to', 'has opted out of promotional messages');
  const [quiet] = await findQuietAccounts(read, [userId]);
  if (!quiet) return at;
  const { timezone: zone, quiet_from: from, quiet_until: until } = quiet;
  return promotionalMayGoAt(at, { zone, from, until });
}
