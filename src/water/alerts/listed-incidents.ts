import type { Db } from '../../db/db.ts';
import type { Viewer } from '../access.ts';
import type { Severity } from '../fields.ts';
import {
  findOutagesBeside,
  findOutagesOnlyBeside,
  nameOutages,
} from '../incidents/outages/outages-seen.ts';
import {
  countUnread,
  findIncidents,
  findIncidentsSeenBy,
  findReadIncidents,
  findUnreadSeenBy,
  type ReadIncident,
} from '../incidents/queries.ts';

type Selection = {
  before: number;
  limit: number;
  severity: Severity | undefined;
  unread?: boolean;
};

/**
 * Finds the incidents that are listed under a device for a viewer, newest first: its own, and the outages
 * that include it.
 */
export async function findListedIncidents(
  db: Db,
  viewer: Viewer,
  deviceId: number,
  { unread = false, ...selection }: Selection,
): Promise<ReadIncident[]> {
  const { userId } = viewer;
  const find = unread ? findUnreadSeenBy : findIncidents;
  const own = await find(db, userId, { ...selection, deviceId });
  const outages = await findListedOutages(db, userId, deviceId);
  return await nameOutages(db, viewer, merged(own, outages, { ...selection, unread }));
}

/**
 * Finds the incidents of all devices that a person may see, newest first. An outage whose own device the
 * person may not see is listed under one that the person may.
 */
export async function findListedSeenBy(
  db: Db,
  userId: number,
  { unread = false, ...selection }: Selection,
): Promise<ReadIncident[]> {
  const find = unread ? findUnreadSeenBy : findIncidentsSeenBy;
  const own = await find(db, userId, { ...selection, deviceId: undefined });
  const beside = await findOutagesOnlyBeside(db, userId, selection.before);
  const listedUnder = new Map(beside.map(({ id, listed_under }) => [id, listed_under]));
  const outages = await findReadIncidents(db, userId, beside);
  const listed = outages.map((outage) => ({
    ...outage,
    device_id: listedUnder.get(outage.id) ?? outage.device_id,
  }));
  return await nameOutages(db, { userId }, merged(own, listed, { ...selection, unread }));
}

export async function countUnreadListed(db: Db, userId: number, deviceId: number): Promise<number> {
  const [own] = await countUnread(db, { userId, first: deviceId, last: deviceId });
  const outages = await findListedOutages(db, userId, deviceId);
  return (own?.count ?? 0) + outages.filter(isUnread).length;
}

async function findListedOutages(
  db: Db,
  userId: number,
  deviceId: number,
): Promise<ReadIncident[]> {
  const outages = await findReadIncidents(db, userId, await findOutagesBeside(db, deviceId));
  return outages.map((outage) => ({ ...outage, device_id: deviceId }));
}

function merged(
  own: ReadIncident[],
  outages: ReadIncident[],
  { before, limit, severity, unread }: Selection,
): ReadIncident[] {
  const listed = outages
    .filter(({ id }) => id < before)
    .filter((outage) => severity === undefined || outage.severity === severity)
    .filter((outage) => !unread || isUnread(outage));
  return [...own, ...listed].sort((a, b) => b.id - a.id).slice(0, limit);
}

export function isUnread({ read_at }: ReadIncident): boolean {
  return read_at === null;
}
