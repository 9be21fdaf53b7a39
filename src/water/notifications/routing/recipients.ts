import type { Db } from '../../../db/db.ts';
import { findOutageRoles } from '../../incidents/outages/outages-seen.ts';
import { findReachable } from '../usable-targets.ts';

/**
 * Person to notify of an incident: those of step 0 at once, those of each later step of the escalation if
 * nobody has acknowledged within the time that the first person set. Nobody waits for people whom nothing
 * reaches, or who have switched that severity off.
 */
export type Recipient = { userId: number; step: number };

type IncidentAt = { id: number; device_id: number; kind: string; severity: string };

/**
 * Finds the recipients of each of some incidents, by its id: the owner first, then managers, operators and
 * viewers, as far as there are any. An outage has those of all its devices.
 */
export async function recipientsOf(
  db: Db,
  incidents: IncidentAt[],
  means: { hasMail: boolean; now: number },
): Promise<Map<number, Recipient[]>> {
  const [outages, others] = [incidents.filter(isOutage), incidents.filter((all) => !isOutage(all))];
  const outageIds = outages.map(({ id }) => id);
  const roles = await findRoles(db, devicesOf(others));
  const outageRoles = await findOutageRoles(db, outageIds);
  const userIds = [...new Set([...roles, ...outageRoles].map(({ user_id }) => user_id))];
  const deviceIds = devicesOf(incidents);
  const isReachable = await findReachable(db, userIds, { ...means, deviceIds });
  const atDevices = Map.groupBy(roles, ({ device_id }) => device_id);
  const atOutages = Map.groupBy(outageRoles, ({ incident_id }) => incident_id);
  return new Map(
    incidents.map((incident) => {
      const { id, device_id } = incident;
      const people = isOutage(incident) ? atOutages.get(id) : atDevices.get(device_id);
      return [id, inSteps(people ?? [], ({ user_id }) => isReachable(user_id, incident))] as const;
    }),
  );
}

function isOutage({ kind }: IncidentAt): boolean {
  return kind === 'outage';
}

function devicesOf(incidents: IncidentAt[]): number[] {
  return [...new Set(incidents.map(({ device_id }) => device_id))];
}

async function findRoles(db: Db, deviceIds: number[]) {
  if (deviceIds.length === 0) return [];
  return await db
    .selectFrom('device_roles')
    .select(['device_id', 'user_id', 'role'])
    .where('device_id', 'in', deviceIds)
    .execute();
}

type Role = { user_id: number; role: number };

/** A role's step is the number of higher roles that somebody has whom something reaches. */
function inSteps(people: Role[], isReached: (person: Role) => boolean): Recipient[] {
  const inOrder = people.toSorted((a, b) => b.role - a.role || a.user_id - b.user_id);
  const heard = inOrder.filter(isReached);
  const roles = [...new Set(heard.map(({ role }) => role))];
  return inOrder.map(({ user_id, role }) => ({
    userId: user_id,
    step: roles.filter((higher) => higher > role).length,
  }));
}
