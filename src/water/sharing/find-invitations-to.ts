import type { Db } from '../../db/db.ts';
import type { SignedIds } from '../../kit/signed-ids.ts';
import { findContact, findInvitations } from './queries.ts';

/**
 * Finds the open invitations to a person, oldest first: those to the account's e-mail, and the one by phone
 * whose code the person has shown.
 * @param code empty where none was shown.
 */
export async function findInvitationsTo(
  db: Db,
  codes: SignedIds,
  userId: number,
  { code, now }: { code: string; now: number },
) {
  const contact = await findContact(db, userId, codes.idOf(code));
  const invitations = await findInvitations(db, contact, now);
  return invitations.filter(
    (each) => each.email_key === contact.emailKey || codes.isOf(code, each),
  );
}
