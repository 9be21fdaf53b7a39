import type { Database } from '../../db/database.ts';
import { deleteInSteps, type OrderedRows, type Steps } from '../../kit/delete-in-steps.ts';
import type { RemovedSensor } from './removed-sensors.ts';

type RecordTable = 'alerts' | 'pump_commands';

/**
 * Deletes the alerts and pump commands of a removed sensor in steps, and none of a sensor that has come
 * up under its name since.
 * @returns whether it came to the end before it was to stop.
 */
export async function deleteRecords(
  db: Database,
  sensor: RemovedSensor,
  steps: Steps,
): Promise<boolean> {
  const alerts = recordsOf(db, 'alerts', sensor, sensor.last_alert_id);
  const commands = recordsOf(db, 'pump_commands', sensor, sensor.last_command_id);
  return (await deleteInSteps(alerts, steps)) && (await deleteInSteps(commands, steps));
}

function recordsOf(
  { longRead, write }: Database,
  table: RecordTable,
  { device_id, sensor_name }: RemovedSensor,
  last: number,
): OrderedRows {
  return {
    last,
    findAt: async ({ after, count }) => {
      const row = await longRead
        .selectFrom(table)
        .select('id')
        .where('device_id', '=', device_id)
        .where('sensor_name', '=', sensor_name)
        .where('id', '>', after)
        .where('id', '<=', last)
        .orderBy('id')
        .limit(1)
        .offset(count - 1)
        .executeTakeFirst();
      return row?.id;
    },
    deleteUpTo: async ({ after, upTo }) => {
      const { numDeletedRows } = await write
        .deleteFrom(table)
        .where('device_id', '=', device_id)
        .where('sensor_name', '=', sensor_name)
        .where('id', '>', after)
        .where('id', '<=', upTo)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}
