import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { Flag } from '../../db/tables/flag.ts';
import { noRefusals } from './refusal-queries.ts';

/** Columns of a device of which no former key goes on. */
export const noFormerKey = { former_salt: null, former_until: null };

type KeyChange = {
  newSalt: string | undefined;
  /** Until when the key before goes on; null where it ends at once. */
  formerUntil?: number | null;
  required?: boolean | undefined;
  onlySigned?: boolean | undefined;
};

/** @returns the key's salt after the change, or undefined where the device is gone. */
export async function changeKey(
  db: Db,
  id: number,
  { newSalt, formerUntil = null, required, onlySigned }: KeyChange,
): Promise<string | undefined> {
  const flagOf = (is: boolean): Flag => (is ? 1 : 0);
  const row = await db
    .updateTable('devices')
    .set(noRefusals)
    .$if(newSalt !== undefined, (update) =>
      update.set((eb) => ({
        key_salt: newSalt as string,
        key_no: sql<number>`${eb.ref('key_no')} + 1`,
        former_salt: formerUntil === null ? null : eb.ref('key_salt'),
        former_until: formerUntil,
      })),
    )
    .$if(required !== undefined, (update) =>
      update.set({ key_required: flagOf(required === true) }),
    )
    .$if(onlySigned !== undefined, (update) =>
      update.set({ only_signed: flagOf(onlySigned === true) }),
    )
    .where('id', '=', id)
    .returning('key_salt')
    .executeTakeFirst();
  return row?.key_salt;
}

/** Gives a device another owner, and a new key. */
export async function changeOwner(
  trx: Db,
  id: number,
  { ownerId, newSalt }: { ownerId: number; newSalt: string },
): Promise<void> {
  await changeKey(trx, id, { newSalt });
  await trx.updateTable('devices').set({ owner_id: ownerId }).where('id', '=', id).execute();
}

/** Ends the key before, since the one that is in force now was used. */
export async function endFormerKey(
  db: Db,
  { id, keyNo }: { id: number; keyNo: number },
): Promise<void> {
  await db
    .updateTable('devices')
    .set(noFormerKey)
    .where('id', '=', id)
    .where('key_no', '=', keyNo)
    .execute();
}
