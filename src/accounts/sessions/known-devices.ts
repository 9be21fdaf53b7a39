import { createHash } from 'node:crypto';
import type { Db } from '../../db/db.ts';
import { toNetwork } from '../throttles/throttles.ts';
import type { Client } from './client.ts';
import { describeProgram } from './describe-program.ts';

/** Far more than people have; programs that sign in from ever new addresses push out the oldest. */
const mostOfUser = 100;

/**
 * Notes where an account signs in: the browser, by the random name that it keeps for itself, or else the
 * program and its network. Only a hash of it is stored.
 * @returns whether the account never signed in from there before.
 */
export async function noteDevice(
  trx: Db,
  { userId, client, now }: { userId: number; client: Client; now: number },
): Promise<boolean> {
  const mark = await markOf(client);
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('known_devices')
    .values({ user_id: userId, mark, seen_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'mark']).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) {
    await trx
      .updateTable('known_devices')
      .set({ seen_at: now })
      .where('user_id', '=', userId)
      .where('mark', '=', mark)
      .execute();
    return false;
  }
  await forgetOldest(trx, userId);
  return true;
}

async function markOf({ address, userAgent, browserId }: Client): Promise<string> {
  const program = await describeProgram(userAgent);
  const name = browserId ?? `${program ?? ''} ${toNetwork(address)}`;
  return createHash('sha256').update(name).digest('base64url');
}

async function forgetOldest(trx: Db, userId: number): Promise<void> {
  await trx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('mark', 'not in', (kept) =>
      kept
        .selectFrom('known_devices')
        .select('mark')
        .where('user_id', '=', userId)
        .orderBy('seen_at', 'desc')
        .limit(mostOfUser),
    )
    .execute();
}
