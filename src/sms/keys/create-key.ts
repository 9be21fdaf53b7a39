import type { Database } from '../../db/database.ts';
import type { Ids } from '../../kit/ids.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { newApiKey } from '../access/api-key.ts';
import { addWithinCap, type Cap } from '../add-within-cap.ts';
import { countKeys, insertKey, type Key } from './queries.ts';

/** The most keys of an account that are good at once. */
const mostKeys = 100;

const cap: Cap = {
  most: mostKeys,
  count: countKeys,
  code: 'too_many_keys',
  message: `An account has at most ${mostKeys} keys; revoke one first.`,
};

/**
 * Makes a key, which nobody can be shown again.
 * @throws 409 where the account has as many as it may.
 */
export async function createKey(
  { db, clock, ids }: { db: Database; clock: Clock; ids: Ids },
  userId: number,
  name: string,
): Promise<{ key: Key; apiKey: string }> {
  const { apiKey, prefix, keyHash } = newApiKey(ids);
  const row = { user_id: userId, name, prefix, key_hash: keyHash, created_at: clock() };
  const key = await addWithinCap(db, userId, cap, (trx) => insertKey(trx, row));
  return { key, apiKey };
}
