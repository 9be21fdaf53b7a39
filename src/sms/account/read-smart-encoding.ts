import type { Db } from '../../db/db.ts';
import { describeSmartEncoding } from '../text/smart-encoding.ts';
import { findMessageDefaults } from './queries.ts';

type Request = { message: string; smart_encoding?: boolean | null | undefined };

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
  return (await findMessageDefaults(db, userId)).isSmart;
}
