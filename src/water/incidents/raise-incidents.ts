import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { IncidentsTable } from '../../db/tables/incident-tables.ts';
import type { IncidentKind } from './kinds.ts';
import { type Incident, incidentColumns, insertIncidents } from './queries.ts';
import { newsAfterMs, sameIncidentMs } from './same-incident.ts';

type RowKey = Pick<Incident, 'device_id' | 'id'>;
type NewIncident = Insertable<IncidentsTable>;

/** Literals, since SQLite uses the index of open incidents only where it can read them. */
export const isOpen = sql<boolean>`(resolved_at is null and source = 'auto')`;

/**
 * Raises what loops find out, all of one kind and at most one a sensor of a device. What comes back within
 * `sameMs` of its begin is the same incident; it is news only where it was over for `quietMs`. What is open
 * already stays as it is.
 * @returns those that are new or have come back.
 */
export async function raiseIncidents(
  db: Db,
  found: NewIncident[],
  now: number,
  { sameMs = sameIncidentMs, quietMs = newsAfterMs } = {},
): Promise<Incident[]> {
  const [first] = found;
  if (!first) return [];
  const recent = await findRecent(db, found, now - sameMs);
  const added: NewIncident[] = [];
  const raised: Incident[] = [];
  for (const incident of found) {
    const known = recent.get(sensorKey(incident));
    if (!known) added.push(incident);
    else if (known.resolved_at !== null) {
      const isNews = now - known.resolved_at >= quietMs;
      const facts = { facts: incident.facts, severity: incident.severity };
      raised.push(...(await bringBack(db, known, { ...facts, now, isNews })));
    }
  }
  return added.length > 0 ? [...raised, ...(await insertIncidents(db, added))] : raised;
}

/** Opens a resolved incident again. @returns none where it is gone. */
export async function bringBack(
  db: Db,
  { device_id, id }: RowKey,
  change: { facts: string; severity: string; now: number; isNews: boolean },
): Promise<Incident[]> {
  const { facts, severity, now, isNews } = change;
  return await db
    .updateTable('incidents')
    .set({ facts, severity, resolved_at: null, routed_at: null, ...(isNews && { raised_at: now }) })
    .where('device_id', '=', device_id)
    .where('id', '=', id)
    .returning(incidentColumns)
    .execute();
}

/** The open incidents of a kind that some devices have. */
export async function findOpenIncidents(
  db: Db,
  kind: IncidentKind,
  deviceIds: number[],
): Promise<Incident[]> {
  if (deviceIds.length === 0) return [];
  return await db
    .selectFrom('incidents')
    .select(incidentColumns)
    .where('kind', '=', kind)
    .where('device_id', 'in', deviceIds)
    .where(isOpen)
    .execute();
}

/** @returns those that were open until now. */
export async function resolveIncidents(db: Db, keys: RowKey[], now: number): Promise<Incident[]> {
  if (keys.length === 0) return [];
  return await db
    .updateTable('incidents')
    .set({ resolved_at: now, routed_at: null })
    .where(
      'device_id',
      'in',
      keys.map(({ device_id }) => device_id),
    )
    .where(
      'id',
      'in',
      keys.map(({ id }) => id),
    )
    .where('resolved_at', 'is', null)
    .returning(incidentColumns)
    .execute();
}

/** The newest incident of each sensor that is open or began after an instant. */
async function findRecent(
  db: Db,
  found: NewIncident[],
  after: number,
): Promise<Map<string, Incident>> {
  const rows = await db
    .selectFrom('incidents')
    .select(incidentColumns)
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

function sensorKey({ device_id, sensor_name }: Pick<NewIncident, 'device_id' | 'sensor_name'>) {
  return JSON.stringify([device_id, sensor_name]);
}
