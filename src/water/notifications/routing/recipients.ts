import type { Db } from '../../../db/db.ts';

/**
 * Somebody who is told of a device's incidents: those of place 0 at once, those of each further place
 * where nobody has acknowledged in the time that the first one set.
 */
export type Recipient = { deviceId: number; userId: number; place: number };

/**
 * Who is told of incidents of some devices: the owner first, then managers, operators and viewers, as far
 * as there are any.
 */
export async function recipientsOf(db: Db, deviceIds: number[]): Promise<Recipient[]> {
  if (deviceIds.length === 0) return [];
  const rows = await db
    .selectFrom('device_roles')
    .select(['device_id', 'user_id', 'role'])
    .where('device_id', 'in', deviceIds)
    .orderBy('device_id')
    .orderBy('role', 'desc')
    .orderBy('user_id')
    .execute();
  const ofDevices = Map.groupBy(rows, ({ device_id }) => device_id);
  return [...ofDevices.values()].flatMap((people) => {
    const roles = [...new Set(people.map(({ role }) => role))];
    return people.map(({ device_id, user_id, role }) => ({
      deviceId: device_id,
      userId: user_id,
      place: roles.indexOf(role),
    }));
  });
}
