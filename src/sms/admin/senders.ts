import { type Actor, enterAudit } from '../../accounts/audit/queries.ts';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { senderKey } from '../inbound/sender-key.ts';
import { deleteSender, findSender, insertSender, type Sender } from './queries.ts';

type Deps = { db: Database; clock: Clock };

/**
 * Gives an account a sender id or short code; giving it again changes nothing.
 * @throws 409 where it is another account's.
 */
export async function giveSender(
  { db, clock }: Deps,
  { userId, name, by }: { userId: number; name: string; by: Actor },
): Promise<{ sender: Sender; isNew: boolean }> {
  const key = senderKey(name);
  const now = clock();
  const row = { sender: key, name: name.trim(), user_id: userId, created_at: now };
  return await db.transaction(async (trx) => {
    const isNew = await insertSender(trx, row);
    const sender = await findSender(trx, key);
    if (sender?.user_id !== userId) {
      throw failures.conflict('sender_taken', 'This sender belongs to another account.');
    }
    const facts = { sender: sender.name };
    if (isNew) await enterAudit(trx, { by, action: 'sender_given', userId, facts, now });
    return { sender, isNew };
  });
}

/** Takes a sender from its account. @returns it; undefined where there is none. */
export async function takeSender(
  { db, clock }: Deps,
  { name, by }: { name: string; by: Actor },
): Promise<Sender | undefined> {
  const key = senderKey(name);
  return await db.transaction(async (trx) => {
    const sender = await findSender(trx, key);
    if (!sender) return undefined;
    await deleteSender(trx, key);
    const { user_id: userId } = sender;
    const facts = { sender: sender.name };
    await enterAudit(trx, { by, action: 'sender_taken', userId, facts, now: clock() });
    return sender;
  });
}
