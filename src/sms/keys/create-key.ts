import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api-error.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Ids } from '../../kit/ids.ts';
import { newApiKey } from '../api-key.ts';
import { countKeys, insertKey, type Key } from './queries.ts';

/** The most keys of an account that are good at once. */
const mostKeys = 100;

/**
 * Makes a key, which nobody can be shown again.
 * @throws 409 where the account has as many as it may.
 */
export async function createKey(
  { db, clock, ids }: { db: Database; clock: Clock; ids: Ids },
  userId: number,
  name: string,
): Promise<{ key: Key; apiKey: string }> {
  if ((await countKeys(db.read, userId)) >= mostKeys) {
    const message = `An account has at most ${mostKeys} keys; revoke one first.`;
    throw failures.conflict('too_many_keys', message);
  }
  const { apiKey, prefix, keyHash } = newApiKey(ids);
  const key = await insertKey(db.write, {
    user_id: userId,
    name,
    prefix,
    key_hash: keyHash,
    created_at: clock(),
  });
  return { key, apiKey };
}
