import type { Db } from '../../../db/db.ts';
import { type Incident, incidentColumns } from '../../incidents/queries.ts';
import type { IncidentUpdate } from '../batch-statements.ts';

/** Changes an incident outside a batch, as `updateIncidents` does in one. @returns none where it is gone. */
export async function updateIncident(db: Db, update: IncidentUpdate): Promise<Incident[]> {
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
    .returning(incidentColumns)
    .execute();
}
