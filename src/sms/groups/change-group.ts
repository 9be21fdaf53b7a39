import { addWithinCap, type Cap } from '../../accounts/add-within-cap.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { deleteContacts } from './contact-queries.ts';
import {
  countGroups,
  deleteGroup,
  findGroup,
  type Group,
  holdGroup,
  insertGroup,
  renameGroup,
} from './queries.ts';

/** The most groups of an account: a bound for programs gone astray, far beyond what people have. */
const mostGroups = 1000;

const cap: Cap = {
  most: mostGroups,
  count: countGroups,
  code: 'too_many_groups',
  message: `An account has at most ${mostGroups} groups; delete one first.`,
};

/** @throws 409 where the account has as many as it may. */
export async function createGroup(
  { db, clock }: { db: Database; clock: Clock },
  userId: number,
  name: string,
): Promise<Group> {
  const row = { user_id: userId, name, created_at: clock() };
  const group = await addWithinCap(db, userId, cap, (trx) => insertGroup(trx, row));
  return { ...group, contact_count: 0 };
}

/** @returns the group as it now is; undefined where the account has no such group. */
export async function changeGroup(
  db: Database,
  userId: number,
  change: { id: number; name: string },
): Promise<Group | undefined> {
  return await db.transaction(async (trx) => {
    await renameGroup(trx, userId, change);
    return await findGroup(trx, userId, change.id);
  });
}

/** @returns the group as it was; undefined where the account has no such group. */
export async function removeGroup(
  db: Database,
  userId: number,
  id: number,
): Promise<Group | undefined> {
  return await db.transaction(async (trx) => {
    // Held first, so that no contacts are added while they go.
    await holdGroup(trx, userId, id);
    const group = await findGroup(trx, userId, id);
    if (!group) return undefined;
    await deleteContacts(trx, { userId, groupId: id });
    await deleteGroup(trx, userId, id);
    return group;
  });
}
