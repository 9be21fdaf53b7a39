import type { Database } from '../../../db/database.ts';
import type { Db } from '../../../db/db.ts';
import { deleteOutagesOfDevice } from './outage-queries.ts';

/**
 * Removes a device that no longer exists from its outages. An outage whose row belongs to the device goes to
 * another of its devices, with its id, readers and recipients: for these it lasts.
 */
export async function handOverOutages(db: Database, deviceId: number): Promise<void> {
  await db.transaction(async (trx) => {
    for (const { incident_id, heir } of await findHeirs(trx, deviceId)) {
      await handOver(trx, { deviceId, incidentId: incident_id, heir });
    }
    await deleteOutagesOfDevice(trx, deviceId);
  });
}

type HandOver = { deviceId: number; incidentId: number; heir: number };

/** Finds the outages of a device that include others, too, each with the first of the others. */
async function findHeirs(db: Db, deviceId: number) {
  return await db
    .selectFrom('outage_devices')
    .select('incident_id')
    .select(({ fn }) => fn.min('device_id').as('heir'))
    .where('incident_id', 'in', ({ selectFrom }) =>
      selectFrom('outage_devices').select('incident_id').where('device_id', '=', deviceId),
    )
    .where('incident_device_id', '=', deviceId)
    .where('device_id', '<>', deviceId)
    .groupBy('incident_id')
    .execute();
}

/** Inserts the rows anew, since on a cluster the device's id decides on which server they lie. */
async function handOver(db: Db, { deviceId, incidentId, heir }: HandOver): Promise<void> {
  const incident = await db
    .deleteFrom('incidents')
    .where('device_id', '=', deviceId)
    .where('id', '=', incidentId)
    .returningAll()
    .executeTakeFirst();
  if (!incident) return;
  await db
    .insertInto('incidents')
    .values({ ...incident, device_id: heir })
    .execute();
  await db
    .updateTable('outage_devices')
    .set({ incident_device_id: heir })
    .where('incident_id', '=', incidentId)
    .execute();
  for (const table of ['incident_recipients', 'alert_reads'] as const) {
    const rows = await db
      .deleteFrom(table)
      .where('device_id', '=', deviceId)
      .where('incident_id', '=', incidentId)
      .returningAll()
      .execute();
    for (const row of rows) {
      await db
        .insertInto(table)
        .values({ ...row, device_id: heir })
        .execute();
    }
  }
}
