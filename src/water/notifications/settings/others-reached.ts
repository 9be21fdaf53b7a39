import type { Db } from '../../../db/db.ts';
import { findReachable } from '../usable-targets.ts';

/** People who are asked about: of more than these it is not said that none is told. */
const mostPeople = 50;

/**
 * Returns whether somebody else is told of low water at one of the tanks that a person owns, so that nobody
 * reads "nobody is told" whose caretaker is. Each of the others counts by one tank of the owner's.
 */
export async function areOthersReached(
  db: Db,
  ownerId: number,
  means: { hasMail: boolean; now: number },
): Promise<boolean> {
  const others = await db
    .selectFrom('device_roles as r')
    .innerJoin('devices as d', 'd.id', 'r.device_id')
    .where('d.owner_id', '=', ownerId)
    .where('r.user_id', '!=', ownerId)
    .select(({ fn }) => ['r.user_id', fn.min('r.device_id').as('device_id')])
    .groupBy('r.user_id')
    .limit(mostPeople)
    .execute();
  if (others.length === mostPeople) return true;
  const userIds = others.map(({ user_id }) => user_id);
  const deviceIds = [...new Set(others.map(({ device_id }) => device_id))];
  const isReached = await findReachable(db, userIds, { ...means, deviceIds });
  return others.some(({ user_id, device_id }) =>
    severitiesOfLow.some((severity) => isReached(user_id, { device_id, severity, kind: 'level' })),
  );
}

const severitiesOfLow = ['warning', 'critical'];
