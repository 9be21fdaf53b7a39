import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api-error.ts';
import type { Clock } from '../../kit/clock.ts';
import { senderKey } from '../inbound/sender-key.ts';
import { deleteSender, findSender, insertSender, type Sender } from './queries.ts';

type Deps = { db: Database; clock: Clock };

/**
 * Gives an account a sender id or short code; giving it again changes nothing.
 * @throws 409 where it is another account's.
 */
export async function giveSender(
  { db, clock }: Deps,
  userId: number,
  name: string,
): Promise<{ sender: Sender; isNew: boolean }> {
  const key = senderKey(name);
  const row = { sender: key, name: name.trim(), user_id: userId, created_at: clock() };
  return await db.transaction(async (trx) => {
    const isNew = await insertSender(trx, row);
    const sender = await findSender(trx, key);
    if (sender?.user_id !== userId) {
      throw failures.conflict('sender_taken', 'This sender belongs to another account.');
    }
    return { sender, isNew };
  });
}

/** @returns the sender as it was; undefined where there is none. */
export async function takeSender(db: Database, name: string): Promise<Sender | undefined> {
  const key = senderKey(name);
  return await db.transaction(async (trx) => {
    const sender = await findSender(trx, key);
    if (sender) await deleteSender(trx, key);
    return sender;
  });
}
