import type { Db } from '../../../db/db.ts';
import type { Facts } from '../kinds.ts';
import { findOutageNames } from './outages-seen.ts';

/** As many names as a message on a phone has room for. */
const mostNames = 5;

/**
 * Says which devices outages befell, to a person: of those that the person may see. The rows name none, since
 * the people of one device need not know of the others.
 */
export async function nameOutages<Row extends { id: number; kind: string; facts: string }>(
  db: Db,
  userId: number,
  incidents: Row[],
): Promise<Row[]> {
  const ids = incidents.filter(({ kind }) => kind === 'outage').map(({ id }) => id);
  if (ids.length === 0) return incidents;
  const names = await findOutageNames(db, { userId, incidentIds: ids, limit: mostNames });
  return incidents.map((incident) => {
    if (incident.kind !== 'outage') return incident;
    const facts: Facts['outage'] = JSON.parse(incident.facts);
    return {
      ...incident,
      facts: JSON.stringify({ ...facts, names: names.get(incident.id) ?? [] }),
    };
  });
}
