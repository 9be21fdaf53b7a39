import type { Db } from '../../../db/db.ts';
import { findOutageRoles } from '../../incidents/outages/outages-seen.ts';

/**
 * Person to notify of an incident: those of step 0 at once, those of each later step of the escalation if
 * nobody has acknowledged within the time that the first person set.
 */
export type Recipient = { userId: number; step: number };

type IncidentAt = { id: number; device_id: number; kind: string };

/**
 * Finds the recipients of each of some incidents, by its id: the owner first, then managers, operators and
 * viewers, as far as there are any. An outage has those of all its devices.
 */
export async function recipientsOf(
  db: Db,
  incidents: IncidentAt[],
): Promise<Map<number, Recipient[]>> {
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
    ...others.map(({ id, device_id }) => [id, inSteps(atDevices.get(device_id) ?? [])] as const),
    ...outages.map(({ id }) => [id, inSteps(atOutages.get(id) ?? [])] as const),
  ]);
}

function isOutage({ kind }: IncidentAt): boolean {
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

function inSteps(people: { user_id: number; role: number }[]): Recipient[] {
  const inOrder = people.toSorted((a, b) => b.role - a.role || a.user_id - b.user_id);
  const roles = [...new Set(inOrder.map(({ role }) => role))];
  return inOrder.map(({ user_id, role }) => ({ userId: user_id, step: roles.indexOf(role) }));
}
