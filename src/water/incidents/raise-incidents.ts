import type { Insertable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { IncidentsTable } from '../../db/tables/incident-tables.ts';
import { type Incident, insertIncidents } from './queries.ts';
import { isNewsAgain, sameIncidentMs } from './same-incident.ts';
import { unrouted } from './unrouted.ts';

type NewIncident = Insertable<IncidentsTable>;

/**
 * Raises incidents that loops have found, all of one kind and at most one a sensor of a device. One that
 * comes back within a day of its begin is the same incident; people are notified again only if it was over
 * for an hour, or is critical now and was not. One that is still open stays as it is.
 * @returns those that are new or have come back.
 */
export async function raiseIncidents(
  db: Db,
  found: NewIncident[],
  now: number,
): Promise<Incident[]> {
  const [first] = found;
  if (!first) return [];
  const recent = await findRecent(db, found, now - sameIncidentMs);
  const added: NewIncident[] = [];
  const raised: Incident[] = [];
  for (const incident of found) {
    const known = recent.get(sensorKey(incident));
    if (!known) added.push(incident);
    else if (known.resolved_at !== null) {
      const isWorse = incident.severity === 'critical' && known.severity !== 'critical';
      const isNews = isWorse || isNewsAgain(known.resolved_at, now);
      const facts = { facts: incident.facts, severity: incident.severity };
      raised.push(...(await bringBack(db, known, { ...facts, now, isNews })));
    }
  }
  return added.length > 0 ? [...raised, ...(await insertIncidents(db, added))] : raised;
}

/** Reopens a resolved incident. @returns none where it is gone. */
export async function bringBack(
  db: Db,
  { device_id, id }: Pick<Incident, 'device_id' | 'id'>,
  change: { facts: string; severity: string; now: number; isNews: boolean },
): Promise<Incident[]> {
  const { facts, severity, now, isNews } = change;
  return await db
    .updateTable('incidents')
    .set({ facts, severity, resolved_at: null, ...unrouted, ...(isNews && { raised_at: now }) })
    .where('device_id', '=', device_id)
    .where('id', '=', id)
    .returningAll()
    .execute();
}

/** Finds the newest incident of each sensor that is open or began after an instant. */
export async function findRecent(
  db: Db,
  found: NewIncident[],
  after: number,
): Promise<Map<string, Incident>> {
  const rows = await db
    .selectFrom('incidents')
    .selectAll()
    .where(
      'device_id',
      'in',
      found.map(({ device_id }) => device_id),
    )
    .where(
      'kind',
      'in',
      found.map(({ kind }) => kind),
    )
    .where((eb) => eb.or([eb('created_at', '>', after), eb('resolved_at', 'is', null)]))
    .orderBy('id')
    .execute();
  return new Map(rows.map((row) => [sensorKey(row), row]));
}

/** Tells the incidents of a kind apart: by device and sensor. */
export function sensorKey({
  device_id,
  sensor_name,
}: Pick<NewIncident, 'device_id' | 'sensor_name'>) {
  return JSON.stringify([device_id, sensor_name]);
}
