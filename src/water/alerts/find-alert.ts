import type { Db } from '../../db/db.ts';
import type { Viewer } from '../access.ts';
import { findOutageSeenBeside } from '../incidents/outages/outages-seen.ts';
import { findIncidentSeenBy } from '../incidents/queries.ts';

/** Incident that a viewer may see, at the device of its row or, for an outage, at another of its devices. */
export type FoundAlert = {
  id: number;
  device_id: number;
  kind: string;
  /** Device under which the viewer sees it. */
  listedUnder: number;
  /** Rank of the person's role there. */
  role: number;
};

/** Finds an alert of a device that a viewer may see: of an outage, of any of its devices. */
export async function findAlertSeenBy(
  db: Db,
  viewer: Viewer,
  id: number,
): Promise<FoundAlert | undefined> {
  const own = await findIncidentSeenBy(db, viewer, id);
  if (own) return { ...own, listedUnder: own.device_id };
  const outage = await findOutageSeenBeside(db, viewer, id);
  return outage && { ...outage, kind: 'outage' };
}
