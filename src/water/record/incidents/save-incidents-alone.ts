import type { Db } from '../../../db/db.ts';
import { type Incident, insertIncidents } from '../../incidents/queries.ts';
import type { IncidentUpdate } from '../batch-statements.ts';
import { type Found, toRows } from './save-incidents.ts';

/**
 * Saves what was found out where no batch is under way, in the caller's transaction, which holds the
 * devices. Apart from `saveIncidents`, since the writer thread of SQLite does without the query builder.
 */
export async function saveIncidentsAlone(db: Db, found: Found[], now: number): Promise<Incident[]> {
  const { raised, updates } = toRows(found, now);
  const saved = raised.length > 0 ? await insertIncidents(db, raised) : [];
  for (const update of updates) saved.push(...(await updateIncident(db, update)));
  return saved;
}

/** Changes an incident outside a batch, as `updateIncidents` does in one. @returns none where it is gone. */
async function updateIncident(db: Db, update: IncidentUpdate): Promise<Incident[]> {
  const { device_id, sensor_name, kind, created_at } = update;
  const { severity, facts, raised_at, resolved_at } = update;
  return await db
    .updateTable('incidents')
    .set({ severity, resolved_at, routed_at: null })
    .$if(facts !== null, (query) => query.set({ facts: facts ?? '' }))
    .$if(raised_at !== null, (query) => query.set({ raised_at: raised_at ?? 0 }))
    .where('device_id', '=', device_id)
    .where('sensor_name', sensor_name === null ? 'is' : '=', sensor_name)
    .where('kind', '=', kind)
    .where('created_at', '=', created_at)
    .returningAll()
    .execute();
}
