import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/api-error.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { holdDevice } from '../devices/hold-device.ts';
import type { LivePublisher } from '../live-publisher.ts';
import {
  countUnread,
  findIncidentSeenBy,
  findIncidentsByKey,
  type ReadIncident,
} from './queries.ts';
import { saveMark, saveRead } from './read-state.ts';

type ReadDeps = { db: Database; clock: Clock; publisher: Pick<LivePublisher, 'alertsRead'> };

/**
 * Marks an incident read for one person; one that was keeps its instant.
 * @throws ApiError 404 where the person sees no such incident.
 */
export async function markRead(
  { db, clock, publisher }: ReadDeps,
  userId: number,
  id: number,
): Promise<ReadIncident> {
  const seen = await findIncidentSeenBy(db.read, userId, id);
  if (!seen) throw failures.notFound('Alert');
  const key = { deviceId: seen.device_id, id };
  const { incident, isNews } = await db.transaction(async (trx) => {
    await holdDevice(trx, key.deviceId);
    const [before] = await findIncidentsByKey(trx, userId, [key]);
    if (!before) throw failures.notFound('Alert');
    if (before.read_at !== null) return { incident: before, isNews: false };
    const now = clock();
    await saveRead(trx, { ...key, userId, now });
    return { incident: { ...before, read_at: now }, isNews: true };
  });
  if (isNews) publisher.alertsRead(key.deviceId, userId);
  return incident;
}

/** Marks all incidents of a device read for one person. @returns how many were unread. */
export async function markAllRead(
  { db, clock, publisher }: ReadDeps,
  userId: number,
  deviceId: number,
): Promise<number> {
  const updated = await db.transaction(async (trx) => {
    await holdDevice(trx, deviceId);
    const unread = await countUnreadOfDevice(trx, userId, deviceId);
    if (unread > 0) await saveMark(trx, { userId, deviceId, now: clock() });
    return unread;
  });
  if (updated > 0) publisher.alertsRead(deviceId, userId);
  return updated;
}

/** How many incidents of a device a person has not read. */
export async function countUnreadOfDevice(
  db: Parameters<typeof countUnread>[0],
  userId: number,
  deviceId: number,
): Promise<number> {
  const [row] = await countUnread(db, { userId, first: deviceId, last: deviceId });
  return row?.count ?? 0;
}
