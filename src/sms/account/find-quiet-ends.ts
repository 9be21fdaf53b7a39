import type { Db } from '../../db/db.ts';
import { afterQuietHours } from '../../kit/time/quiet-hours.ts';
import { findQuietAccounts } from './queries.ts';

/** An account that is in its quiet hours, and when they end. */
export type QuietEnd = { userId: number; until: number };

/** Finds the accounts whose promotional messages have to wait at an instant. */
export async function findQuietEnds(db: Db, userIds: number[], at: number): Promise<QuietEnd[]> {
  const accounts = await findQuietAccounts(db, userIds);
  return accounts
    .map(({ user_id, timezone, quiet_from, quiet_until }) => ({
      userId: user_id,
      until: afterQuietHours(at, { zone: timezone, from: quiet_from, until: quiet_until }),
    }))
    .filter(({ until }) => until > at);
}
