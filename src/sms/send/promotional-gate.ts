import type { Database } from '../../db/database.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import { findQuietEnds } from '../account/find-quiet-ends.ts';
import { invalid } from '../message-fields.ts';
import { findOptedOut } from '../opt-outs/queries.ts';

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
  if (optedOut) throw invalid('to', fault('optedOut'));
  const [quiet] = await findQuietEnds(read, [userId], at);
  return quiet?.until ?? at;
}
