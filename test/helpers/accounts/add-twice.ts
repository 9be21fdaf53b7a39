import { sql } from 'kysely';
import type { Work } from '../../../src/db/work.ts';

/** Puts credits on a new account; where it is bad, it tries the account again, which cannot be. */
export const addTwice: Work<{ userId: number; isBad: boolean }, { quota: number }> = {
  url: import.meta.url,
  name: 'addTwice',
  run: async (trx, _engine, { userId, isBad }) => {
    const account = { user_id: userId, quota: 1, used: 0, created_at: 0 };
    await trx.insertInto('sms_accounts').values(account).execute();
    if (isBad) await trx.insertInto('sms_accounts').values(account).execute();
    const { rows } = await sql<{ quota: number }>`
      update sms_accounts set quota = quota + 1 where user_id = ${userId} returning quota`.execute(
      trx,
    );
    return { quota: rows[0]?.quota ?? 0 };
  },
};
