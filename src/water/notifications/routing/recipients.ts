import type { Db } from '../../../db/db.ts';
import { findOutageRoles } from '../../incidents/outages-seen.ts';

/**
 * Somebody who is told of an incident: those of place 0 at once, those of each further place where nobody
 * has acknowledged in the time that the first one set.
 */
export type Recipient = { userId: number; place: number };

type Told = { id: number; device_id: number; kind: string };

/**
 * Who is told of each of some incidents, by its id: the owner first, then managers, operators and viewers,
 * as far as there are any. Of an outage, those of all devices that it befell.
 */
export async function recipientsOf(db: Db, incidents: Told[]): Promise<Map<number, Recipient[]>> {
  const [outages, others] = [incidents.filter(isOutage), incidents.filter((all) => !isOutage(all))];
  const deviceIds = [...new Set(others.map(({ device_id }) => device_id))];
  const atDevices = Map.groupBy(await findRoles(db, deviceIds), ({ device_id }) => device_id);
  const atOutages = Map.groupBy(
    await findOutageRoles(
      db,
      outages.map(({ id }) => id),
    ),
    ({ incident_id }) => incident_id,
  );
  return new Map([
    ...others.map(({ id, device_id }) => [id, inPlaces(atDevices.get(device_id) ?? [])] as const),
    ...outages.map(({ id }) => [id, inPlaces(atOutages.get(id) ?? [])] as const),
  ]);
}

function isOutage({ kind }: Told): boolean {
  return kind === 'outage';
}

async function findRoles(db: Db, deviceIds: number[]) {
  if (deviceIds.length === 0) return [];
  return await db
    .selectFrom('device_roles')
    .select(['device_id', 'user_id', 'role'])
    .where('device_id', 'in', deviceIds)
    .execute();
}

function inPlaces(people: { user_id: number; role: number }[]): Recipient[] {
  const inOrder = people.toSorted((a, b) => b.role - a.role || a.user_id - b.user_id);
  const roles = [...new Set(inOrder.map(({ role }) => role))];
  return inOrder.map(({ user_id, role }) => ({ userId: user_id, place: roles.indexOf(role) }));
}
