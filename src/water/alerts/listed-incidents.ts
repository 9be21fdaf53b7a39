import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import type { Severity } from '../fields.ts';
import { deleteOutageDevices, findOutagesBeside } from '../incidents/outage-queries.ts';
import {
  countUnread,
  deleteIncident,
  findIncidents,
  findIncidentsByKey,
  type Incident,
  markReadByKey,
} from '../incidents/queries.ts';
import { markAllRead } from './mark-all-read.ts';

type Selection = {
  before: number;
  limit: number;
  severity: Severity | undefined;
  unread?: boolean;
};

/**
 * The incidents that are listed under a device, newest first: its own, and the outages that befell it with
 * others, which are read and deleted for all of them together.
 */
export async function findListedIncidents(
  db: Db,
  deviceId: number,
  selection: Selection,
): Promise<Incident[]> {
  const { before, limit, severity, unread = false } = selection;
  const own = await findIncidents(db, deviceId, { before, limit, severity, unread });
  const outages = await findIncidentsByKey(db, await findOutagesBeside(db, deviceId));
  const listed = outages
    .filter(({ id }) => id < before)
    .filter((outage) => severity === undefined || outage.severity === severity)
    .filter((outage) => !unread || isUnread(outage))
    .map((outage) => ({ ...outage, device_id: deviceId }));
  return [...own, ...listed].sort((a, b) => b.id - a.id).slice(0, limit);
}

export async function countUnreadListed(db: Db, deviceId: number): Promise<number> {
  const outages = await findIncidentsByKey(db, await findOutagesBeside(db, deviceId));
  return (await countUnread(db, deviceId)) + outages.filter(isUnread).length;
}

/** @returns how many were unread. */
export async function markAllListedRead(
  db: Database,
  deviceId: number,
  now: number,
): Promise<number> {
  const outages = await findOutagesBeside(db.longRead, deviceId);
  return (await markAllRead(db, deviceId, now)) + (await markReadByKey(db.write, outages, now));
}

/** @returns the incident's device, or undefined where the person may not delete it. */
export async function deleteListedIncident(
  db: Db,
  userId: number,
  id: number,
): Promise<number | undefined> {
  const deleted = await deleteIncident(db, userId, id);
  if (deleted?.kind === 'outage') await deleteOutageDevices(db, id);
  return deleted?.device_id;
}

function isUnread({ read_at, raised_at }: Incident): boolean {
  return read_at === null || read_at < raised_at;
}
