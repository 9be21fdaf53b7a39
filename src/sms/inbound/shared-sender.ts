import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { dayMs } from '../../kit/time/units.ts';
import { senderKey } from './queries.ts';

/** Writers of one STOP: more accounts than that no person hears from. */
const mostWriters = 10_000;

/** Time for which a phone's STOP answers what it got from a sender that accounts share. */
export const answersForMs = 56 * dayMs;

/**
 * Finds the accounts whose messages to a phone left under the operator's sender: those that asked for no sender of
 * theirs, and had none for the message's class yet. One whose sender is gone meanwhile is among them: what it
 * writes now leaves from there.
 * @param since of messages that were made before it nothing is told.
 * @param isTold true where promotional messages say that this sender takes a STOP: then those that sent any, from
 * whatever sender, are among them.
 * @returns ids of users, in their order.
 */
export async function findWritersOfSharedSender(
  db: Db,
  { phone, since, isTold }: { phone: string; since: number; isTold: boolean },
): Promise<number[]> {
  const rows = await db
    .selectFrom('sms_messages as m')
    .select('m.user_id')
    .distinct()
    .where('m.phone', '=', phone)
    .where('m.created_at', '>=', since)
    .where((eb) => eb.or([eb('m.sent_at', 'is not', null), eb('m.in_doubt', '>', 0)]))
    .where((eb) =>
      eb.or([
        eb.not(eb.exists(ownSenderOfMessage)),
        ...(isTold ? [eb('m.class', '=', 'promotional')] : []),
      ]),
    )
    .orderBy('m.user_id')
    .limit(mostWriters)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** As `storedColumns` chooses it. */
const ownSenderOfMessage = sql`(
  select 1 from sms_senders as s
  where s.user_id = m.user_id and s.created_at <= m.created_at
    and (s.sender = m.sender or coalesce(s.class, m.class) = m.class))`;

/** The short codes and numbers that the suffix of promotional messages names, as `senderKey` writes them. */
export function codesIn(suffix = ''): ReadonlySet<string> {
  const words = suffix.match(/\+?\d{3,}/g) ?? [];
  const numbers = suffix.match(/\+?\d(?:[ -]?\d){8,}/g) ?? [];
  return new Set([...words, ...numbers].map(senderKey));
}
