import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import { chunksOf } from '../../kit/chunks.ts';
import type { Clock } from '../../kit/time/clock.ts';

import {
  type Contact,
  type Mended,
  type ReadContacts,
  type Rejection,
  reject,
} from '../contact-files/contact-list.ts';
import { countContacts, findKnownPhones, putContacts } from './contact-queries.ts';
import { holdGroup } from './queries.ts';

/** The most contacts of a group, as many as one bulk send may have numbers. */
export const mostContacts = 10_000;

/** Contacts of one statement, a few parameters each. */
const chunkSize = 500;

export type Saved = {
  added: number;
  updated: number;
  rejections: Rejection[];
  mended: Mended[];
};

type Deps = { db: Database; clock: Clock };
type OfGroup = { userId: number; groupId: number };

/**
 * Stores what can be stored, all of it or nothing; what the group has no more room for is rejected.
 * @throws 404 where the account has no such group.
 */
export async function saveContacts(
  { db, clock }: Deps,
  group: OfGroup,
  { contacts, rejections, mended }: ReadContacts,
): Promise<Saved> {
  const now = clock();
  return await db.transaction(async (trx) => {
    if (!(await holdGroup(trx, group.userId, group.groupId))) throw failures.notFound('Group');
    const known = await knownOf(trx, group, contacts);
    const room = mostContacts - (await countContacts(trx, group));
    const { fitting, left } = takeIn(contacts, known, room);
    for (const chunk of chunksOf(fitting, chunkSize)) {
      await putContacts(
        trx,
        chunk.map(({ phone, name }) => toRow(group, { phone, name, created_at: now })),
      );
    }
    const updated = fitting.filter(({ phone }) => known.has(phone)).length;
    return {
      added: fitting.length - updated,
      updated,
      rejections: [...rejections, ...left].sort((a, b) => a.at - b.at),
      mended,
    };
  });
}

function toRow(
  { userId, groupId }: OfGroup,
  contact: { phone: string; name: string | null; created_at: number },
) {
  return { user_id: userId, group_id: groupId, ...contact };
}

async function knownOf(trx: Db, group: OfGroup, contacts: Contact[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (const chunk of chunksOf(contacts, chunkSize)) {
    const phones = chunk.map(({ phone }) => phone);
    for (const phone of await findKnownPhones(trx, group, phones)) known.add(phone);
  }
  return known;
}

/** The first new contacts, as many as there is room for, and all that are known. */
function takeIn(contacts: Contact[], known: Set<string>, room: number) {
  const fitting: Contact[] = [];
  const left: Rejection[] = [];
  let free = room;
  for (const contact of contacts) {
    if (known.has(contact.phone)) fitting.push(contact);
    else if (free-- > 0) fitting.push(contact);
    else left.push(reject(contact, fault('groupFull', { most: mostContacts })));
  }
  return { fitting, left };
}
