import type { Db } from '../../db/db.ts';
import type { Addressee } from './share.ts';

/** Finds what tells a person's own addresses from those of others: the e-mail and the phone of the account. */
export async function findOwnAddresses(
  db: Db,
  userId: number,
): Promise<(to: Addressee) => boolean> {
  const own = await db
    .selectFrom('users')
    .select(['email_key', 'phone'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return (to) => ('emailKey' in to ? to.emailKey === own?.email_key : to.phone === own?.phone);
}
