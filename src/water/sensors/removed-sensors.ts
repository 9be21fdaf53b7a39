import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import { rowsOfDevice } from '../../db/rows-of-device.ts';
import type { RemovedSensorsTable } from '../../db/tables/tank-tables.ts';
import { deleteInSteps, type Steps } from '../../kit/async/delete-in-steps.ts';
import { deleteReadsOfGone } from '../incidents/read-state.ts';

export type RemovedSensor = Selectable<RemovedSensorsTable>;

/** Stores a sensor as removed, with the last ids of its alerts and commands. */
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

/** Finds removed sensors in the order of their key, a page at a time. */
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

/** Deletes the row once all data of the sensor is deleted: from here on its number may be used again. */
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

/**
 * Deletes the incidents and pump commands of a removed sensor in steps, but none of a later sensor of the
 * same name.
 * @returns true if it was not aborted.
 */
export async function deleteRecords(
  db: Database,
  { device_id: deviceId, sensor_name: sensorName, ...ends }: RemovedSensor,
  steps: Steps,
): Promise<boolean> {
  const sensor = { deviceId, sensorName };
  const incidents = rowsOfDevice(db, 'incidents', { ...sensor, last: ends.last_incident_id });
  const commands = rowsOfDevice(db, 'pump_commands', { ...sensor, last: ends.last_command_id });
  const finished =
    (await deleteInSteps(incidents, steps)) && (await deleteInSteps(commands, steps));
  if (finished) await deleteReadsOfGone(db.write, deviceId);
  return finished;
}
