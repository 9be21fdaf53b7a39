import type { Db } from '../../db/db.ts';
import { findOutageSeenBeside } from '../incidents/outages/outages-seen.ts';
import { findIncidentSeenBy } from '../incidents/queries.ts';

/** Incident that a person may see, at the device of its row or, for an outage, at another of its devices. */
export type FoundAlert = {
  id: number;
  device_id: number;
  kind: string;
  /** Device under which the person sees it. */
  listedUnder: number;
  /** Rank of the person's role there. */
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
