import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import type { LongReads, Reader } from '../../kit/http/long-reads.ts';
import { findFixes } from './find-fixes.ts';
import { findDevice } from './queries.ts';

/** The document's "last 10 GPS readings". */
const fixesShown = 10;

/** A device with its last fixes. @throws not found where it was removed meanwhile. */
export async function readWhereabouts(
  { db, longReads }: { db: Database; longReads: LongReads },
  { userId, deviceId, reader }: { userId: number; deviceId: number; reader: Reader },
) {
  const device = await findDevice(db.read, userId, deviceId);
  if (!device) throw failures.notFound('Device');
  const { located_at: locatedAt } = device;
  if (locatedAt === null) return { device, fixes: [] };
  const fixes = await longReads.whole(reader, (signal) =>
    findFixes(db, { deviceId, locatedAt, limit: fixesShown }, signal),
  );
  return { device, fixes };
}
