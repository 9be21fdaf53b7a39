import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { RemovedSensorsTable } from '../../db/tables/tank-tables.ts';

/** A sensor that is gone for everybody and whose data is still there. */
export type RemovedSensor = Selectable<RemovedSensorsTable>;

/** Notes a sensor as removed, with where its alerts and commands end. */
export async function insertRemovedSensor(
  db: Db,
  sensor: Omit<Insertable<RemovedSensorsTable>, 'last_incident_id' | 'last_command_id'>,
): Promise<RemovedSensor> {
  return await db
    .insertInto('removed_sensors')
    .values({
      ...sensor,
      last_incident_id: await findLastId(db, 'incidents', sensor.device_id),
      last_command_id: await findLastId(db, 'pump_commands', sensor.device_id),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function findLastId(
  db: Db,
  table: 'incidents' | 'pump_commands',
  deviceId: number,
): Promise<number> {
  const { last } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.max<number | null>('id').as('last'))
    .where('device_id', '=', deviceId)
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/** Removed sensors in the order of their key, a page at a time. */
export async function findRemovedSensors(
  db: Db,
  { after, limit }: { after: RemovedSensor | undefined; limit: number },
): Promise<RemovedSensor[]> {
  return await db
    .selectFrom('removed_sensors')
    .selectAll()
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('device_id', 'sensor_no'),
        '>',
        tuple(after?.device_id ?? 0, after?.sensor_no ?? 0),
      ),
    )
    .orderBy('device_id')
    .orderBy('sensor_no')
    .limit(limit)
    .execute();
}

/** To be called once all its data is deleted: from here on its number may be given again. */
export async function forgetRemovedSensor(
  db: Db,
  { device_id, sensor_no }: Pick<RemovedSensor, 'device_id' | 'sensor_no'>,
): Promise<void> {
  await db
    .deleteFrom('removed_sensors')
    .where('device_id', '=', device_id)
    .where('sensor_no', '=', sensor_no)
    .execute();
}
