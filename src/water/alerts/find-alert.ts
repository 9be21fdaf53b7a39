import type { Db } from '../../db/db.ts';
import { findOutageSeenBeside } from '../incidents/outages/outages-seen.ts';
import { findIncidentSeenBy } from '../incidents/queries.ts';

/** An incident that a person may see, by its row's device or, for an outage, by another one it befell. */
export type FoundAlert = {
  id: number;
  /** The device of its row. */
  device_id: number;
  kind: string;
  /** The device under which the person sees it. */
  listedUnder: number;
  /** The person's role there. */
  role: number;
};

export async function findAlertSeenBy(
  db: Db,
  userId: number,
  id: number,
): Promise<FoundAlert | undefined> {
  const own = await findIncidentSeenBy(db, userId, id);
  if (own) return { ...own, listedUnder: own.device_id };
  const outage = await findOutageSeenBeside(db, userId, id);
  return outage && { ...outage, kind: 'outage' };
}
