import type { Db } from '../../db/db.ts';

/** Gives a number to an account and takes it from the one that had it. @returns that one, where there was one. */
export async function movePhone(
  trx: Db,
  userId: number,
  phone: string,
): Promise<number | undefined> {
  const before = await trx
    .updateTable('users')
    .set({ phone: null })
    .where('phone', '=', phone)
    .where('id', '!=', userId)
    .returning('id')
    .executeTakeFirst();
  await setPhone(trx, userId, phone);
  return before?.id;
}

export async function setPhone(db: Db, userId: number, phone: string | null): Promise<void> {
  await db.updateTable('users').set({ phone }).where('id', '=', userId).execute();
}
