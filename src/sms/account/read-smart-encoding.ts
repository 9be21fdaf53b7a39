import type { Db } from '../../db/db.ts';
import { describeSmartEncoding } from '../text/smart-encoding.ts';

type Request = { message: string; smart_encoding?: boolean | null };

/**
 * True if a text goes out by smart encoding: as its request says, else as its account's setting does, which is
 * read only where it could change anything.
 */
export async function readSmartEncoding(
  db: Db,
  userId: number,
  { message, smart_encoding: asked }: Request,
  isPersonal = false,
): Promise<boolean> {
  if (typeof asked === 'boolean') return asked;
  if (!isPersonal && describeSmartEncoding(message, true) === undefined) return false;
  const account = await db
    .selectFrom('sms_accounts')
    .select('smart_encoding')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return account?.smart_encoding === 1;
}
