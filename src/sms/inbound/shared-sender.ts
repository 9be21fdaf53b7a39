import type { Db } from '../../db/db.ts';
import { dayMs } from '../../kit/time/units.ts';

/** Writers of one STOP: more accounts than that no person hears from. */
const mostWriters = 10_000;

/** Time for which a phone's STOP answers what it got from a sender that accounts share. */
export const answersForMs = 56 * dayMs;

/**
 * Finds the accounts whose messages to a phone left under the operator's sender: those that asked for no
 * sender and had none of their own yet.
 * @param since of messages that were made before it nothing is told.
 * @returns ids of users, in their order.
 */
export async function findWritersOfSharedSender(
  db: Db,
  { phone, since }: { phone: string; since: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('sms_messages as m')
    .select('m.user_id')
    .distinct()
    .where('m.phone', '=', phone)
    .where('m.created_at', '>=', since)
    .where('m.sender', 'is', null)
    .where((eb) => eb.or([eb('m.sent_at', 'is not', null), eb('m.in_doubt', '>', 0)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sms_senders as s')
            .select('s.sender')
            .whereRef('s.user_id', '=', 'm.user_id')
            .whereRef('s.created_at', '<=', 'm.created_at'),
        ),
      ),
    )
    .orderBy('m.user_id')
    .limit(mostWriters)
    .execute();
  return rows.map(({ user_id }) => user_id);
}
