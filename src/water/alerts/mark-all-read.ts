import type { Database } from '../../db/database.ts';
import { findUnreadAt, markReadUpTo } from '../incidents/queries.ts';

/** So few at a time that pushes, which wait for the same writer, hardly notice. */
const step = 2000;

/** Marks every alert of a device read, oldest first. @returns how many were unread. */
export async function markAllRead(db: Database, deviceId: number, now: number): Promise<number> {
  let updated = 0;
  let upTo: number | undefined;
  do {
    upTo = await findUnreadAt(db.longRead, deviceId, step);
    updated += await markReadUpTo(db.write, deviceId, {
      upTo: upTo ?? Number.MAX_SAFE_INTEGER,
      now,
    });
  } while (upTo !== undefined);
  return updated;
}
