import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { holdDevice } from '../devices/hold-device.ts';
import {
  findOutageDevicesSeenBy,
  findOutagesBeside,
  findOutagesOf,
  nameOutages,
} from '../incidents/outages/outages-seen.ts';
import { countUnread, findReadIncidents, type ReadIncident } from '../incidents/queries.ts';
import { saveMark, saveRead } from '../incidents/read-state.ts';
import type { LivePublisher } from '../live-publisher.ts';
import { findAlertSeenBy } from './find-alert.ts';
import { isUnread } from './listed-incidents.ts';

type ReadDeps = { db: Database; clock: Clock; publisher: Pick<LivePublisher, 'alertsRead'> };

/**
 * Marks an incident read for one person; one that was read keeps its instant.
 * @throws ApiError 404 where the person sees no such incident.
 */
export async function markRead(
  { db, clock, publisher }: ReadDeps,
  userId: number,
  id: number,
): Promise<ReadIncident> {
  const seen = await findAlertSeenBy(db.read, { userId }, id);
  if (!seen) throw failures.notFound('Alert');
  const key = { deviceId: seen.device_id, id };
  const { incident, isNews } = await db.transaction(async (trx) => {
    await holdDevice(trx, key.deviceId);
    const [before] = await findReadIncidents(trx, userId, [key]);
    if (!before) throw failures.notFound('Alert');
    if (before.read_at !== null) return { incident: before, isNews: false };
    const now = clock();
    await saveRead(trx, { ...key, userId, now });
    return { incident: { ...before, read_at: now }, isNews: true };
  });
  if (isNews) await tellRead({ db, publisher }, userId, seen.listedUnder, [id]);
  const [named = incident] = await nameOutages(db.read, { userId }, [incident]);
  return { ...named, device_id: seen.listedUnder };
}

/**
 * Marks all incidents that are listed under a device read for one person.
 * @returns the number that were unread.
 */
export async function markAllRead(
  { db, clock, publisher }: ReadDeps,
  userId: number,
  deviceId: number,
): Promise<number> {
  const beside = await findOutagesBeside(db.longRead, deviceId);
  const updated = await db.transaction(async (trx) => {
    await holdDevice(trx, deviceId);
    const now = clock();
    const [own] = await countUnread(trx, { userId, first: deviceId, last: deviceId });
    if (own) await saveMark(trx, { userId, deviceId, now });
    const outages = (await findReadIncidents(trx, userId, beside)).filter(isUnread);
    for (const { device_id, id } of outages) {
      await saveRead(trx, { userId, deviceId: device_id, id, now });
    }
    return (own?.count ?? 0) + outages.length;
  });
  if (updated > 0) {
    const outages = await findOutagesOf(db.longRead, deviceId);
    await tellRead({ db, publisher }, userId, deviceId, outages);
  }
  return updated;
}

/** Tells of a device whose alerts were read, and of all others of the person under which its outages stand. */
async function tellRead(
  { db, publisher }: Pick<ReadDeps, 'db' | 'publisher'>,
  userId: number,
  deviceId: number,
  outages: number[],
): Promise<void> {
  const beside = await findOutageDevicesSeenBy(db.read, userId, outages);
  publisher.alertsRead([...new Set([deviceId, ...beside])], userId);
}
